import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

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
