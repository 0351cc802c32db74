import { existsSync, mkdtempSync, utimesSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRepository } from '#service/repository/git/open-repository.ts'
import { createScratchDirectory } from '#service/repository/git/scratch-directory.ts'
import { createRepository } from '#test/support/git-repository.ts'
import { createDataDirectory } from '#test/support/start-board.ts'

const HOUR_MS = 3_600_000

test('a start removes what killed services have left, and nothing that one can need', async () => {
  const { path } = createRepository([])
  const data = createDataDirectory()
  const { merges } = await openRepository(path, data)
  const aged = async (directory: Promise<string>, hours: number) => {
    const time = new Date(Date.now() - hours * HOUR_MS)
    utimesSync(await directory, time, time)
    return directory
  }
  const old = await aged(createScratchDirectory(merges.directory), 2)
  const older = await aged(mkdtemp(join(merges.directory, 'test-merges-')), 2)
  const recent = await aged(createScratchDirectory(merges.directory), 0.5)
  const other = await aged(mkdtemp(join(merges.directory, 'other-')), 25)
  const elsewhere = await aged(createScratchDirectory(mkdtempSync(join(tmpdir(), 'else-'))), 25)
  const all = [old, older, recent, other, elsewhere]
  await openRepository(path, data)
  expect(all.map((directory) => existsSync(directory))).toEqual([false, false, true, true, true])
})
