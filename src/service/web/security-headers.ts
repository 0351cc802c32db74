import { secureHeaders } from 'hono/secure-headers'

/**
 * Sets the headers of every response, including errors. The page can load scripts and styles, and
 * call a service, only from its own origin.
 */
export const securityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    styleSrcAttr: ["'none'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  },
  permissionsPolicy: {
    camera: [],
    geolocation: [],
    microphone: [],
    payment: [],
    usb: [],
  },
  // Set by the web server, and only over https: browsers ignore it over http.
  strictTransportSecurity: false,
  xFrameOptions: 'DENY',
})

export const HSTS = 'max-age=31536000; includeSubDomains'
