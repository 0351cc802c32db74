import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { MAX_PROCESSES, runProcess } from '#service/processes/run-process.ts'
import { GitError } from '#service/repository/git/git.ts'
import { withDeadline } from '#service/repository/git/with-deadline.ts'

const ENV = { PATH: process.env.PATH ?? '' }

describe('a program', () => {
  test('whose output is cut has failed, whatever its exit code', async () => {
    const args = ['-c', 'head -c 200000 /dev/zero; exit 0']
    const cut = await runProcess('sh', args, ENV, { maxBytes: 1_000 })
    expect([cut.code, cut.stderr]).toEqual([-1, messages.repository.tooLarge(1_000)])
    expect((await runProcess('sh', args, ENV, {})).stdout).toHaveLength(200_000)
  })

  test('that a signal ends has failed with its reason', async () => {
    const result = await withDeadline(300, [], (signal) =>
      runProcess('sleep', ['20'], ENV, { signal }),
    )
    expect([result.code, result.stderr]).toEqual([
      -1,
      `fatal: ${messages.repository.noAnswerWithin(0)}`,
    ])
    const killed = await runProcess('sh', ['-c', 'kill -9 $$'], ENV, {})
    expect(killed.code).toBe(-1)
    expect(new GitError(['log'], killed).message).toBe('git log was stopped: no message')
  })

  test('that is stopped takes what it has started along', async () => {
    const pipe = join(mkdtempSync(join(tmpdir(), 'child-')), 'pipe')
    execFileSync('mkfifo', [pipe])
    const stop = new AbortController()
    const script = `sleep 600 > ${pipe} & wait`
    const result = runProcess('sh', ['-c', script], ENV, { signal: stop.signal })
    const reader = createReadStream(pipe)
    await once(reader, 'open')
    stop.abort(new Error('Enough'))
    expect(await result).toMatchObject({ code: -1, stderr: 'fatal: Enough' })
    // The pipe ends when no process holds its other end.
    await once(reader.resume(), 'end')
  })

  test(`waits for its turn when ${MAX_PROCESSES} are running`, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'running-'))
    const script = `touch ${directory}/$$; ls ${directory} | wc -l; sleep 0.2; rm ${directory}/$$`
    const counts = await Promise.all(
      Array.from({ length: MAX_PROCESSES * 3 }, () => runProcess('sh', ['-c', script], ENV, {})),
    )
    const highest = Math.max(...counts.map(({ stdout }) => Number(stdout)))
    expect(highest).toBeGreaterThan(1)
    expect(highest).toBeLessThanOrEqual(MAX_PROCESSES)
  })
})
