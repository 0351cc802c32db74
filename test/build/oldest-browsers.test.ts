import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OLDEST_BROWSERS } from '../../src/build/oldest-browsers.ts'

const NAMES: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
}

test.each(['README.md', '.github/BROWSERS.md', 'index.html'])(
  '%s names the versions that the page is built for',
  (path) => {
    const text = readFileSync(path, 'utf8').replace(/\s+/g, ' ')
    for (const target of OLDEST_BROWSERS) {
      const [, name = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(target) ?? []
      // Chrome and Edge have the same versions.
      expect(text).toMatch(new RegExp(`${NAMES[name]}( and \\w+| or \\w+)? ${version}`))
    }
  },
)
