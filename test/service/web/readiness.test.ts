import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startBoard } from '#test/support/start-board.ts'

test('/readyz fails when a file can’t grow on the disk of the data directory', async () => {
  const data = mkdtempSync(join(tmpdir(), 'full-'))
  const board = await startBoard([], join(data, 'board'))
  expect((await fetch(`${board.url}readyz`)).status).toBe(200)
  // Writing to it is what a full disk answers: ENOSPC.
  symlinkSync('/dev/full', join(data, 'board', 'readiness-probe'))
  expect((await fetch(`${board.url}readyz`)).status).toBe(503)
  expect((await fetch(`${board.url}healthz`)).status).toBe(200)
  await board.stop()
})
