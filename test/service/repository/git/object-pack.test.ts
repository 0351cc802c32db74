import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ObjectPack } from '#service/repository/git/object-pack.ts'

test.each(['sha1', 'sha256'])('a pack is one that git verifies and reads: %s', async (format) => {
  const path = mkdtempSync(join(tmpdir(), 'pack-'))
  const git = (...args: string[]) => execFileSync('git', ['-C', path, ...args], { stdio: 'pipe' })
  git('init', '--quiet', '--bare', `--object-format=${format}`)
  const tree = git('hash-object', '-w', '-t', 'tree', '/dev/null').toString().trim()
  const pack = new ObjectPack()
  const sizes = [0, 1, 15, 16, 2_047, 2_048, 300_000]
  const commits = sizes.map((size) => {
    const person = 'Ada <ada@example.test> 0 +0000'
    const head = `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\n`
    const content = Buffer.from(`${head}${'x'.repeat(size)}`)
    expect(pack.add('commit', content, tree)).toBe(pack.add('commit', content, tree))
    return { id: pack.add('commit', content, tree), content }
  })
  await pack.write(join(path, 'objects'))
  const [name = ''] = readdirSync(join(path, 'objects', 'pack')).filter((one) => /idx$/.test(one))
  git('verify-pack', join(path, 'objects', 'pack', name))
  expect(git('fsck', '--full', '--no-dangling').toString()).toBe('')
  for (const { id, content } of commits) {
    expect(git('cat-file', 'commit', id).equals(content)).toBe(true)
  }
})

test('a pack without an object writes nothing', async () => {
  const path = mkdtempSync(join(tmpdir(), 'pack-'))
  await new ObjectPack().write(path)
  expect(readdirSync(path)).toEqual([])
})
