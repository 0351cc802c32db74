import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { type EngineName, installedEngines } from './support/engines/engine.ts'
import { SlowFirstSequencer } from './support/slow-first-sequencer.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Each file is one dialect: a service whose responses differ from ours within the spec. */
const DIALECTS = readdirSync(new URL('support/dialects/', import.meta.url))
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((name) => name !== 'dialect')

/** The dialect of `npm test`; CI runs all of them. */
const QUICK_DIALECT = 'flat'

/** Journeys of `npm test`; CI runs every browser file. */
const MAIN_JOURNEYS = ['external-service', 'input-methods', 'roles']

/** Suites of the whole page, which run on each dialect, and on our own service. */
const DIALECT_SUITES = 'test/whole/dialects/**/*.test.tsx'

/** For tests that start the programs of the service. */
const SERVICE_SETUP = [
  'test/support/temporary-directory.ts',
  'test/support/service-bundle-setup.ts',
]

/** Builds and installs the package. */
const PACKAGE = 'test/service/cli/package.test.ts'

/** Only what would never end. A busy machine takes its time. */
const HANGS_AFTER_MS = 300_000

const PAGE = {
  environment: 'jsdom',
  globalSetup: 'test/support/temporary-directory.ts',
  setupFiles: 'test/support/component-setup.ts',
  // Loading the page again would take most of the time of a short file.
  isolate: false,
} as const

const BROWSER = {
  globalSetup: [...SERVICE_SETUP, 'test/support/browser-setup.ts'],
  testTimeout: process.env.BROWSER_PACE ? 600_000 : 90_000,
  hookTimeout: 120_000,
} as const

function project(test: object) {
  return { extends: true as const, test }
}

const UNIT = project({
  name: 'unit',
  include: ['test/**/*.test.ts'],
  exclude: ['test/{service,whole,search}/**'],
})
const SERVICE = project({
  name: 'service',
  globalSetup: [...SERVICE_SETUP, 'test/support/postgres-notice.ts'],
  include: ['test/service/**/*.test.ts'],
  exclude: [PACKAGE],
})
const SERVICE_PACKAGE = project({
  name: 'service-package',
  globalSetup: SERVICE_SETUP,
  include: [PACKAGE],
})
/**
 * The suites of the service that depend on the store run again on PostgreSQL.
 */
const SERVICE_ON_POSTGRES = project({
  name: 'service-postgres',
  globalSetup: SERVICE_SETUP,
  include: [
    'api/{api,write-path,authorization}',
    'boards/boards',
    'conformance/conformance',
    'live/live',
    'repository/{board-over-repository,checks,forge,pull-cards,remote}',
    'store/{instances,shared-transactions}',
  ].map((name) => `test/service/${name}.test.ts`),
  provide: { store: 'postgres' },
})

const COMPONENT = project({
  ...PAGE,
  name: 'component',
  include: ['test/**/*.test.tsx'],
  exclude: ['test/{whole/{dialects,faults},search}/**'],
})
const OWN_SERVICE = project({ ...PAGE, name: 'own-service', include: [DIALECT_SUITES] })
const FAULTS = project({
  ...PAGE,
  name: 'faults',
  include: ['test/whole/faults/**/*.test.tsx'],
})

function dialectProject(dialect: string) {
  const provide = { dialect }
  return project({ ...PAGE, name: `dialect-${dialect}`, include: [DIALECT_SUITES], provide })
}

function browserProject(include: readonly string[], exclude: readonly string[] = []) {
  return project({ ...BROWSER, name: 'browser', include, exclude })
}

/** The journeys that each engine has to pass, once for each. */
function engineProject(engine: EngineName) {
  return project({
    name: `engine-${engine}`,
    globalSetup: [...SERVICE_SETUP, 'test/support/engine-notice.ts'],
    include: ['test/whole/engines/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    provide: { engine },
  })
}

/** Without an end when it has time: `npm run search` ends it. */
const SEARCH_TIMEOUT_MS = process.env.SEARCH_SECONDS ? 0 : 600_000
const SEARCH_PAGE = project({
  ...PAGE,
  name: 'search-page',
  include: ['test/search/page/**/*.test.{ts,tsx}'],
  testTimeout: SEARCH_TIMEOUT_MS,
})
const SEARCH_SERVICE = project({
  name: 'search-service',
  globalSetup: SERVICE_SETUP,
  include: ['test/search/service/**/*.test.ts'],
  testTimeout: SEARCH_TIMEOUT_MS,
})
const SEARCH_ON_POSTGRES = project({
  name: 'search-postgres',
  globalSetup: SERVICE_SETUP,
  include: ['test/search/service/store-kills.test.ts'],
  testTimeout: SEARCH_TIMEOUT_MS,
  provide: { store: 'postgres' },
})
const SEARCHES = [SEARCH_PAGE, SEARCH_SERVICE]

const ALL_JOURNEYS = ['test/whole/browser/**/*.test.ts']
const QUICK_JOURNEYS = MAIN_JOURNEYS.map((name) => `test/whole/browser/${name}.test.ts`)
const POSTGRES = process.env.TEST_DATABASE_URL ? [SERVICE_ON_POSTGRES, SEARCH_ON_POSTGRES] : []

/** Of `npm test`, and what CI runs after it; each also has journeys in the browser. */
const QUICK = [UNIT, COMPONENT, dialectProject(QUICK_DIALECT), SERVICE]
const SLOW = [
  ...POSTGRES,
  ...installedEngines().map(engineProject),
  SERVICE_PACKAGE,
  FAULTS,
  OWN_SERVICE,
  ...DIALECTS.filter((name) => name !== QUICK_DIALECT).map(dialectProject),
  ...SEARCHES,
]

/** By `--mode`. */
const PROJECTS = {
  quick: [...QUICK, browserProject(QUICK_JOURNEYS)],
  /** What `.ci/run` runs after `npm test`. */
  ci: [...SLOW, browserProject(ALL_JOURNEYS, QUICK_JOURNEYS)],
  /** For any one file. */
  all: [...QUICK, ...SLOW, browserProject(ALL_JOURNEYS)],
  /** What `npm run search` runs. */
  search: SEARCHES,
}

const hasProjects = (mode: string): mode is keyof typeof PROJECTS => mode in PROJECTS

export default defineConfig(({ mode }) => ({
  root: ROOT,
  plugins: [react()],
  test: {
    // The default leaves one of two cores idle.
    maxWorkers: 2,
    testTimeout: HANGS_AFTER_MS,
    // The first hook of a worker loads the whole page.
    hookTimeout: HANGS_AFTER_MS,
    sequence: { sequencer: SlowFirstSequencer },
    // A wait ends with what it waits for, or with its test.
    expect: { poll: { timeout: 3_600_000 } },
    reporters: [
      // A search says what it has found, or how much it has tried.
      mode === 'search' ? 'default' : 'minimal',
      './test/support/engine-table-reporter.ts',
      './test/support/progress-reporter.ts',
    ],
    projects: PROJECTS[hasProjects(mode) ? mode : 'quick'],
  },
}))
