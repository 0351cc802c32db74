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

/** The dialect of the quick tier; the full tier runs all of them. */
const QUICK_DIALECT = 'flat'

/** Journeys of the quick tier; the full tier runs every browser file. */
const MAIN_JOURNEYS = ['external-service', 'input-methods', 'labels', 'phone', 'roles']

/** Suites that run once more on each dialect. */
const DIALECT_SUITES = [
  'board/{board-states,moves,live-updates}',
  'card-details/card-labels',
  'keys/keys-and-boards',
  'labels/{bulk-labels,label-manager}',
  'workspaces/switching-boards',
].map((name) => `test/component/${name}.test.tsx`)

/** For tests that start the programs of the service. */
const SERVICE_SETUP = [
  'test/support/temporary-directory.ts',
  'test/support/service-bundle-setup.ts',
]

const PAGE = {
  environment: 'jsdom',
  globalSetup: 'test/support/temporary-directory.ts',
  setupFiles: 'test/support/component-setup.ts',
  testTimeout: 60_000,
  // Loading the page again would take most of the time of a short file.
  isolate: false,
} as const

const BROWSER = {
  globalSetup: [...SERVICE_SETUP, 'test/support/browser-setup.ts'],
  testTimeout: 90_000,
  hookTimeout: 120_000,
} as const

function project(test: object) {
  return { extends: true as const, test }
}

const UNIT = project({
  name: 'unit',
  include: ['test/unit/**/*.test.ts'],
  testTimeout: 60_000,
})
function serviceProject(files: string) {
  return project({
    name: 'service',
    globalSetup: [...SERVICE_SETUP, 'test/support/postgres-notice.ts'],
    include: [`test/service/**/${files}`],
    testTimeout: 60_000,
  })
}
/**
 * The suites of the service that depend on the store run once more on PostgreSQL, in the full tier.
 */
const SERVICE_ON_POSTGRES = project({
  name: 'service-postgres',
  globalSetup: SERVICE_SETUP,
  include: [
    'api',
    'write-path',
    'boards',
    'authorization',
    'instances',
    'shared-transactions',
    'live',
    'kill.property',
    'repository',
    'repository-checks',
    'repository-remote',
    'conformance/conformance',
  ].map((name) => `test/service/${name}.test.ts`),
  testTimeout: 60_000,
  provide: { store: 'postgres' },
})
const POSTGRES = process.env.TEST_DATABASE_URL ? [SERVICE_ON_POSTGRES] : []

const COMPONENT = project({
  ...PAGE,
  name: 'component',
  include: ['test/component/**/*.test.{ts,tsx}'],
})
const CONCURRENCY = project({
  ...PAGE,
  name: 'concurrency',
  include: ['test/concurrency/**/*.test.ts'],
  testTimeout: 600_000,
})
const TOLERANCE = project({
  ...PAGE,
  name: 'tolerance',
  include: ['test/tolerance/**/*.test.{ts,tsx}'],
})

function dialectProject(dialect: string) {
  const provide = { dialect }
  return project({ ...PAGE, name: `dialect-${dialect}`, include: DIALECT_SUITES, provide })
}

function browserProject(include: readonly string[], exclude: readonly string[] = []) {
  return project({ ...BROWSER, name: 'browser', include, exclude })
}

/** The journeys that each engine has to pass, once for each. */
function engineProject(engine: EngineName) {
  return project({
    name: `engine-${engine}`,
    globalSetup: [...SERVICE_SETUP, 'test/support/engine-notice.ts'],
    include: ['test/engines/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    provide: { engine },
  })
}

/** In both tiers. Of these, only the property tests are longer in the full one. */
const COMMON = [
  UNIT,
  COMPONENT,
  dialectProject(QUICK_DIALECT),
  serviceProject('*.test.ts'),
  CONCURRENCY,
]
const LONGER_IN_FULL = [serviceProject('*.property.test.ts'), CONCURRENCY]
const ENGINE_PROJECTS = installedEngines().map(engineProject)
const ONLY_FULL = [
  ...POSTGRES,
  ...ENGINE_PROJECTS,
  TOLERANCE,
  ...DIALECTS.filter((name) => name !== QUICK_DIALECT).map(dialectProject),
]
const ALL_JOURNEYS = ['test/browser/**/*.test.ts']
const QUICK_JOURNEYS = MAIN_JOURNEYS.map((name) => `test/browser/${name}.test.ts`)

type Project = ReturnType<typeof project>

/** By the `--mode` that runs them. Without one, it's the quick tier. */
const TIERS: Readonly<Record<string, readonly Project[]>> = {
  quick: [...COMMON, browserProject(QUICK_JOURNEYS)],
  full: [...COMMON, ...ONLY_FULL, browserProject(ALL_JOURNEYS)],
  engines: ENGINE_PROJECTS,
  /** The part of the full tier that the quick one doesn't have. */
  rest: [...LONGER_IN_FULL, ...ONLY_FULL, browserProject(ALL_JOURNEYS, QUICK_JOURNEYS)],
}

/** Each project reads this file again, without `--mode`, so it has to be told its tier. */
function projectsOf(mode: string) {
  const projects = TIERS[mode] ?? TIERS.quick ?? []
  const env = { TEST_TIER: mode in TIERS && mode !== 'quick' ? 'full' : 'quick' }
  return projects.map(({ test, ...rest }) => ({ ...rest, test: { ...test, env } }))
}

export default defineConfig(({ mode }) => ({
  root: ROOT,
  plugins: [react()],
  test: {
    // The default leaves one of two cores idle.
    maxWorkers: 2,
    sequence: { sequencer: SlowFirstSequencer },
    // Longer than the default of one second, for busy machines.
    expect: { poll: { timeout: 15_000 } },
    reporters: [
      'default',
      './test/support/engine-table-reporter.ts',
      './test/support/closing-line-reporter.ts',
    ],
    projects: projectsOf(mode),
  },
}))
