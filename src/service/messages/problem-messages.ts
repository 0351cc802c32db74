/** Details of the problems (RFC 9457) that the API returns. */
export const problemMessages = {
  internal: 'The board service couldn’t process this request. Nothing was changed.',
  changeMade:
    'The change was made, but the board service couldn’t present the result. Load the board again.',
  commitUncertain:
    'The board service lost its database during this change, so it’s unknown whether the change was made. Load the board again.',
  promotionUncertain:
    'The board service failed during this move, so it’s unknown whether the card was promoted. Load the board again.',
  storeBusy: 'The board service is busy. Nothing was changed. Try again.',
  notReady: 'The server runs, but its store or the board service behind it doesn’t work.',
  storeFull: 'The disk of the board service is full. Nothing was changed.',
  notFound: 'This path doesn’t exist.',
  methodNotAllowed: (methods: readonly string[]) => `Use ${methods.join(' or ')} for this path.`,
  hostNotAllowed:
    'This server doesn’t accept requests for this host name. Use the URL that it printed at startup, or start it with --public-url.',

  keyMissing: 'API key missing. Send it in a header: Authorization: Bearer <API_KEY>.',
  keyEnded: (cause: 'revoked' | 'expired' | 'retired', at: string) => {
    const day = new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
    if (cause === 'retired') return `This secret was retired on ${day}. Enter the key’s newer one.`
    return `This API key ${cause === 'revoked' ? 'was revoked' : 'expired'} on ${day}.`
  },
  keyNotAccepted: 'This API key is not accepted. It’s mistyped, or unknown here.',
  scopeMissing: (scope: string) => `This key doesn’t have the ${scope} scope.`,
  noBoardAccess: 'This key doesn’t have access to any board.',

  workspaceUnknown: 'This key doesn’t have access to this board.',
  workspaceRequired: (header: string) =>
    `This key has access to several boards. Choose one in the ${header} header.`,
  projectUnknown: 'This project doesn’t exist on this board.',
  projectRequired: 'This board has several projects. Choose one in projectId.',
  activityIdUnreadable: (name: string) => `${name} isn’t the id of an activity.`,
  cardUnknown: 'This board has no card with this number.',
  labelUnknown: 'This label doesn’t exist on this board.',

  bodyNotJsonType: 'Send a JSON body with the header Content-Type: application/json.',
  bodyEncoded: 'Send the body without a Content-Encoding.',
  bodyNotUtf8: 'The body isn’t valid UTF-8.',
  bodyNotJson: 'The body isn’t valid JSON.',
  bodyTooDeep: (levels: number) => `The body has more than ${levels} levels of nesting.`,
  bodyTooLarge: (kibibytes: number) => `The body is larger than ${kibibytes} KiB.`,
  unknownField: (path: string | null) => `unknown field ${path}`,

  cardChangeEmpty: 'Send statusId, labelIds, or both.',
  columnNotOnBoard: (statusId: string) => `statusId: this board has no column ${statusId}`,
  labelsNotOnBoard: (labelIds: readonly string[]) =>
    `labelIds: this board has no label ${labelIds.join(', ')}`,
  boardChanged: 'The board changed after the version in If-Match. Load it again.',
  cardMovedByOthers: (column: string) =>
    `Somebody else moved this card first. It’s now in ${column}.`,
  cardGone: 'Somebody else removed this card from the board.',
  labelExists: (name: string) => `A label named ${name} already exists.`,
  tooManyLabels: (limit: number) => `This board has ${limit} labels, and it can’t have more.`,
  tooManyWrites: (limit: number) => `Too many changes: the limit is ${limit} per minute.`,
  tooManyLoads: (limit: number) => `Too many loads: the limit is ${limit} per minute.`,
  tooManyRejectedKeys: 'Too many keys from this address were not accepted. Wait a minute.',
  tooManyResponses: (limit: number) =>
    `This key is receiving ${limit} responses already. Read them first.`,
  expectationFailed: 'This server supports only the expectation 100-continue.',
  requestMalformed: 'The request isn’t valid HTTP.',
  requestTimedOut: 'The request didn’t arrive in time.',
  headersTooLarge: 'The headers of the request are too large.',
} as const
