import type { Plugin } from 'vite'
import { chunksOf, withImports } from './bundle.ts'
import { APP_CHUNK, BOARD_CHUNK, BOOT, REACT_CHUNK } from './chunks.ts'

/**
 * The browser loads everything up to the board together: no file waits for another. The boot module
 * runs as soon as it is there.
 */
export function preloadFirstLoad(): Plugin {
  return {
    name: 'preload-first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle, chunk: entry }) {
        const chunks = chunksOf(bundle ?? {})
        const named = (name: string) => {
          const found = chunks.find((chunk) => chunk.name === name)
          if (!found) throw new Error(`No chunk is named ${name}.`)
          return found
        }
        const boot = chunks.find(({ modules }) => Object.hasOwn(modules, BOOT))
        if (!boot) throw new Error('No chunk has the boot module.')
        const files = withImports([named(APP_CHUNK), named(BOARD_CHUNK)], chunks)
        const early = [boot.fileName, named(REACT_CHUNK).fileName]
        const others = [...files].filter(
          (name) => !early.includes(name) && name !== entry?.fileName,
        )
        const fonts = Object.keys(bundle ?? {}).filter((name) => name.endsWith('.woff2'))
        return [
          ...early.map((name) => ({
            tag: 'script',
            attrs: { type: 'module', async: true, src: `/${name}` },
            injectTo: 'head-prepend' as const,
          })),
          ...others.map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', href: `/${name}` },
            injectTo: 'head' as const,
          })),
          ...fonts.map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', crossorigin: true, href: `/${name}` },
            injectTo: 'head' as const,
          })),
        ]
      },
    },
  }
}
