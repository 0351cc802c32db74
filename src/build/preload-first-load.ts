import type { Plugin } from 'vite'
import { chunksOf, withImports } from './bundle.ts'
import { BOOT_CHUNK, FIRST_CHUNK, REACT_CHUNK } from './chunks.ts'

/** How Vite names a script of the page. */
const SCRIPT = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g

/**
 * The browser loads everything up to the board together: no file waits for another. The boot module
 * runs as soon as it is there, and so does React.
 */
export function preloadFirstLoad(): Plugin {
  return {
    name: 'preload-first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = chunksOf(bundle)
        const named = (name: string) => {
          const found = chunks.find((chunk) => chunk.name === name)
          if (!found) throw new Error(`No chunk is named ${name}.`)
          return found
        }
        const early = [BOOT_CHUNK, REACT_CHUNK].map((name) => `/${named(name).fileName}`)
        const files = [...withImports([named(FIRST_CHUNK)], chunks)].map((name) => `/${name}`)
        const rest = files.filter((path) => !early.includes(path) && !html.includes(`"${path}"`))
        const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'))
        const tags = [
          ...early.map((src) => ({
            tag: 'script',
            attrs: { type: 'module', async: true, src },
            injectTo: 'head-prepend' as const,
          })),
          ...rest.map((href) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', href },
            injectTo: 'head' as const,
          })),
          ...fonts.map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', crossorigin: true, href: `/${name}` },
            injectTo: 'head' as const,
          })),
        ]
        const once = html.replace(SCRIPT, (tag, path: string) => (early.includes(path) ? '' : tag))
        return { html: once, tags }
      },
    },
  }
}
