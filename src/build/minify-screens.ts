import { minify } from '@swc/core'
import type { Plugin } from 'vite'
import { APP_CHUNK, BOARD_CHUNK, BOOT_CHUNK } from './chunks.ts'

const SCREENS: readonly string[] = [BOOT_CHUNK, APP_CHUNK, BOARD_CHUNK]

/**
 * Minifies our part of the first load before Vite's own minifier does: together, they leave 0.9 KB
 * less (gzip) than one of them.
 */
export function minifyScreens(): Plugin {
  return {
    name: 'minify-screens',
    apply: 'build',
    renderChunk: {
      order: 'post',
      async handler(code, { name }) {
        if (!SCREENS.includes(name)) return null
        const options = { ecma: 2022, compress: { passes: 3, ecma: 2022 }, mangle: true } as const
        const minified = await minify(code, { module: true, ...options })
        return { code: minified.code, map: null }
      },
    },
  }
}
