import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

type Options = NonNullable<Parameters<typeof secureHeaders>[0]>

const COMMON: Options = {
  permissionsPolicy: {
    camera: [],
    geolocation: [],
    microphone: [],
    payment: [],
    usb: [],
  },
  // Browsers ignore it over http, and only the operator knows whether a proxy adds TLS.
  strictTransportSecurity: false,
  xFrameOptions: 'DENY',
}

/** The page can load scripts and styles, and call a service, only from its own origin. */
const pageHeaders = secureHeaders({
  ...COMMON,
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
    // Each leads to one script of the page: src/client/script-url.ts.
    trustedTypes: ['board-worker', 'shell-worker'],
  },
})

/** A response of the API that a browser opens as a page can do nothing. */
const apiHeaders = secureHeaders({
  ...COMMON,
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    frameAncestors: ["'none'"],
    sandbox: [],
  },
})

const HSTS = 'max-age=31536000; includeSubDomains'

/** Sets the headers of every response, including errors. */
export function securityHeaders({ isHttps }: { isHttps: boolean }): MiddlewareHandler {
  return async (context, next) => {
    const isApi = context.req.path.startsWith('/v1')
    await (isApi ? apiHeaders : pageHeaders)(context, next)
    if (isHttps) context.res.headers.set('Strict-Transport-Security', HSTS)
  }
}
