import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Not in a bundle: what has native code or finds its own files. All else that the service needs is
 * part of it, which starts faster, and leaves fewer packages to install.
 * See .github/decisions/0029-packages-and-dependencies.md.
 */
export const INSTALLED = ['@photostructure/sqlite', 'pg', 'pino', 'prom-client', 'undici'] as const

interface ServiceBundle {
  /** Names of files in src/service/cli, without an extension. Each is a file of the bundle. */
  programs: readonly string[]
  /** Absolute path. */
  directory: string
  /** Also writes the licenses of what is in the bundle. */
  hasLicenses?: boolean
  plugins?: Plugin[]
}

/** Makes plain JavaScript of programs of the service. */
export async function bundleService(bundle: ServiceBundle): Promise<void> {
  const { programs, directory, hasLicenses = false, plugins = [] } = bundle
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    ssr: { noExternal: true, external: [...INSTALLED] },
    build: {
      ssr: true,
      outDir: directory,
      emptyOutDir: true,
      target: 'node20',
      license: hasLicenses && { fileName: 'licenses.md' },
      rolldownOptions: {
        input: programs.map((name) => join(ROOT, `src/service/cli/${name}.ts`)),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
