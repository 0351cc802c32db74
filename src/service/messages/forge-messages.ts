import type { ReviewState } from '#contract/repository-values.ts'

/** What the service says about the team's forge. None has a token or a password. */
export const forgeMessages = {
  unreachable: (host: string, reason: string) => `${host} can’t be reached: ${reason}`,
  tokenMissing: (host: string) =>
    `${host} wants a token (401). Pass one in FORGE_TOKEN or with --forge-token-file.`,
  tokenRejected: (host: string) =>
    `${host} doesn’t accept the token (401). Make a new one, and pass it in FORGE_TOKEN or with --forge-token-file.`,
  forbidden: (host: string) =>
    `${host} doesn’t allow this token to read that (403). Give it the rights that REPOSITORY.md names.`,
  notFound: (host: string) =>
    `${host} has no such project, or the token may not read it (404). Check --forge-project and the token.`,
  status: (host: string, status: number) => `${host} answered with status ${status}`,
  limited: (time: string) => `the forge’s limit of requests is used up until ${time}`,
  redirected: (host: string) => `${host} leads to another host, which must not get the token`,
  tooLarge: (mebibytes: number) => `a response of the forge is larger than ${mebibytes} MiB`,
  tooManyPages: (pages: number) => `a list of the forge has more than ${pages} pages`,
  listCut: 'a list of the forge ends before its end',
  unexpected: 'the forge couldn’t be read. The log of the service says why.',
  tooOld: 'its answer is older than a minute',
  // On the page, and for the operator.
  notFollowed: (reason: string) =>
    `Pull requests and results of checks are as they were last read: ${reason}`,

  pullsMissing: (numbers: readonly number[]) =>
    `The remote doesn’t have the commits of these pull requests yet: ${numbers.slice(0, 20).join(', ')}`,

  // Answers to a move: nothing was changed.
  notConfigured:
    'This board’s .board.json counts on the forge, and the service was started without --forge. Nothing was moved.',
  notCounted: (reason: string) =>
    `The forge can’t say what the checks and reviews are now, so nothing was moved: ${reason}`,
  closed: 'its pull request is closed.',
  draft: 'its pull request is a draft. Mark it as ready for review, and try again.',
  reviewMissing: (pull: { number: number; review?: ReviewState | undefined } | undefined) => {
    if (!pull) return 'it needs an approved pull request into a branch that the move changes.'
    return pull.review === 'changes_requested'
      ? `a review of pull request ${pull.number} asks for changes.`
      : `pull request ${pull.number} needs an approval of its newest commit.`
  },

  // In the audit.
  basis: (
    pulls: readonly { number: number; review?: ReviewState | undefined }[],
    results: readonly string[],
  ) =>
    [
      ...pulls.map(({ number, review }) => `pull request ${number}, review: ${review ?? 'none'}`),
      ...results.slice(0, 20),
      ...(results.length > 20 ? [`and ${results.length - 20} more`] : []),
    ].join('; '),

  // Answers to a web hook.
  hookForged:
    'The signature doesn’t match FORGE_WEBHOOK_SECRET. Enter the same secret in the forge’s web hook.',
  hookLate: 'The web hook is older than five minutes. Check the clocks of both machines.',

  // At the start.
  insecure: (source: string) =>
    `${source} is reached by http, and a token must not be sent like that. Use https, or name the forge with --forge-url.`,
  severalHosts:
    'The repositories are on different hosts, and the token must reach only one. Name the forge with --forge-url.',
  severalProjects:
    '--forge-project is for one repository. Leave it out, or start one service for each.',
  siteUnknown: (source: string) =>
    `Couldn’t tell where the forge of ${source} is. Name it with --forge-url, such as https://github.com.`,
  projectUnknown: (source: string) =>
    `Couldn’t tell which project of the forge ${source} is. Name it with --forge-project, such as team/app.`,
  tokenFileUnreadable: (path: string, reason: string) =>
    `--forge-token-file: ${path} can’t be read: ${reason}`,

  unreadable: (field: string) => `a response of the forge can’t be read: ${field}`,
} as const
