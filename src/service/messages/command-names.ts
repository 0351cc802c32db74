/** The package is plain JavaScript; a checkout runs as it is. */
export const IS_PACKAGE = !import.meta.url.endsWith('.ts')

/** The default of --data, as the help shows it. */
export const DATA_DEFAULT = IS_PACKAGE ? '(it’s printed)' : '(./.board)'

/** How a person runs the commands. Options follow. */
export const PROGRAMS = IS_PACKAGE
  ? {
      start: 'npx trunkline',
      board: 'npx trunkline board',
      credential: 'npx trunkline credential',
    }
  : { start: 'npm start --', board: 'npm run board --', credential: 'npm run credential --' }
