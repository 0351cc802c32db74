/** Details of the problems that the web server and the proxy return. */
export const proxyMessages = {
  serverInternal: 'The web server couldn’t process this request.',
  internal: 'The proxy couldn’t process this request.',
  connectTimedOut: 'The board service didn’t accept the connection in time.',
  responseTimedOut: 'The board service didn’t respond in time.',
  unreachable: 'Couldn’t connect to the board service.',
  dnsFailed: 'Couldn’t find the host name of the board service (DNS). Check the --service URL.',
  tlsFailed: (code: string) =>
    `The certificate of the board service was not accepted (TLS, ${code}).`,
  notHttp: 'The board service didn’t respond with valid HTTP.',
  compressed: 'The board service compressed its response, although the proxy asked it not to.',
  tooBusy: 'The proxy is handling too many requests. Try again.',
  redirected:
    'The board service returned a redirect, and the proxy doesn’t follow redirects. Check the --service URL.',
  connectionClosed: 'The board service closed the connection mid-response.',
  responseTooLarge: 'The response of the board service is too large.',
  invalidStatus: 'The board service returned an invalid status code.',
} as const
