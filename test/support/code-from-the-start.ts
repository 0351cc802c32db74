import type { Plugin } from 'vitest/config'

const PAGE_CODE = /\/src\/(?!service\/|build\/)/
const DYNAMIC_IMPORT = /\bimport\(('[^']+')\)/g

/**
 * Loads the code that the page loads later together with the rest: in a test, loading takes real
 * time, which differs with each machine. What shows late code holds it back itself.
 */
export function codeFromTheStart(): Plugin {
  return {
    name: 'code-from-the-start',
    enforce: 'pre',
    transform(code, id) {
      if (!PAGE_CODE.test(id) || !code.includes('import(')) return undefined
      const imports: string[] = []
      const replaced = code.replace(DYNAMIC_IMPORT, (_, path: string) => {
        const name = `late${imports.length}`
        imports.push(`import * as ${name} from ${path};`)
        return `Promise.resolve(${name})`
      })
      return imports.length > 0 ? `${imports.join(' ')}${replaced}` : undefined
    },
  }
}
