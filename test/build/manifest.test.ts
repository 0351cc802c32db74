import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES, MAIN_LANGUAGE } from '#model/languages.ts'
import { translateManifest } from '../../src/build/page-language.ts'

interface ManifestImage {
  src: string
  sizes: string
  type: string
}

const manifest: { icons: ManifestImage[]; screenshots: ManifestImage[] } = JSON.parse(
  readFileSync('public/manifest.webmanifest', 'utf8'),
)

/** Width and height are the first two numbers of a PNG's header. */
function sizeOf(path: string): string {
  const bytes = readFileSync(path)
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

const images = [...manifest.icons, ...manifest.screenshots].filter(
  ({ type }) => type === 'image/png',
)

test.each(images)('$src has the size that the manifest says', ({ src, sizes }) => {
  expect(sizeOf(`public${src}`)).toBe(sizes)
})

test('the manifest has the icons that browsers ask for before they install a page', () => {
  const sizes = manifest.icons.map((icon) => icon.sizes)
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(manifest.icons.filter((icon) => 'purpose' in icon)).toHaveLength(1)
})

test('each language has a manifest with its own texts, and the same images', () => {
  const text = readFileSync('public/manifest.webmanifest', 'utf8')
  expect(JSON.parse(translateManifest(text, MAIN_LANGUAGE))).toEqual(JSON.parse(text))
  for (const language of LANGUAGES.filter((other) => other !== MAIN_LANGUAGE)) {
    const translated = JSON.parse(translateManifest(text, language))
    expect(translated.lang).toBe(language)
    expect(translated.description).not.toBe(JSON.parse(text).description)
    expect(translated.icons).toEqual(manifest.icons)
  }
})
