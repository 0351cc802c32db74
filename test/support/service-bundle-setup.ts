import { existsSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleService } from '../../src/build/bundle-service.ts'

const NODE_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/**
 * Bundles the programs of the service once for a run: tests start them hundreds of times, and a
 * start from the sources takes five times as long. To the code, it's the same: each file keeps its
 * own `import.meta.url`.
 */
export async function setup(): Promise<void> {
  const directory = join(tmpdir(), 'service')
  process.env.SERVICE_BUNDLE = directory
  // Several projects of one run have this setup.
  if (existsSync(directory)) return
  const transform = (code: string, id: string) => {
    const url = JSON.stringify(pathToFileURL(id).href)
    return code.includes('import.meta.url') ? code.replaceAll('import.meta.url', url) : undefined
  }
  const plugins = [{ name: 'own-urls', transform }]
  await bundleService({ programs: ['start', 'board', 'credential'], directory, plugins })
  symlinkSync(NODE_MODULES, join(tmpdir(), 'node_modules'))
}
