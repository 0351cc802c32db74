import { PROGRAMS } from './command-names.ts'

/** Output of npm start and npm run dev. */
export const startupMessages = {
  failed: (message: string) => `Couldn’t start: ${message}`,
  building: 'Building the app…',
  pageNotBuilt:
    'The app isn’t built from these sources, and Vite isn’t installed. Run: npm ci && npm run build',
  pageMissing: (directory: string) => `${directory} doesn’t contain index.html. Run npm run build.`,
  schemaTooNew: (migrations: readonly string[]) =>
    `A newer version of this program wrote the store (${migrations.join(', ')}). Start the newer version, or use another --data directory.`,
  proxying: (url: string) => `Proxying /v1 to ${url}`,
  signInLinks:
    'Sign-in links for the demo keys (each link contains its key, so treat it like a password):',
  devSignInLinks: 'Sign-in links for the demo keys: append one to the URL below.',
  noBoards: `The store has no boards yet. Create one: ${PROGRAMS.board} create --help`,
  demoGate: (repository: string | undefined) =>
    repository === undefined
      ? 'The moves of the demo are scripted: no repository is behind it.'
      : `The demo’s main board is over a real git repository: ${repository}`,
  noDemoKeys: `Connect with a key. Create one: ${PROGRAMS.credential} create --name NAME --board ID:ROLE`,
  demoKeysHidden: `Connect with a demo key. To print the sign-in links: ${PROGRAMS.start} --show-links`,
  unencrypted: (host: string) =>
    `Warning: ${host} can be reached from other machines without encryption, so keys can be read on the way. Put a proxy with TLS in front, and start with --public-url https://….`,
  pageOutdated:
    'Serving the app as it was built: the sources have changed, and Vite isn’t installed.',
  dataIn: (directory: string) => `The board’s data is in ${directory}`,
  notOpened: (url: string) => `Couldn’t open a browser. Open ${url} yourself.`,
  ready: (url: string) => `Board ready at ${url}`,
} as const
