import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messages } from '#service/messages/messages.ts'
import { commitChecks } from '#service/repository/checks/commit-checks.ts'
import { COLUMNS } from '#test/support/checked-repository.ts'
import { createRepository, type GitRepository } from '#test/support/git-repository.ts'
import { openRepositoryBoard } from '#test/support/repository-board.ts'
import { searchProperty } from '#test/support/search.ts'

const ROUNDS = 4
const INPUTS_PER_ROUND = 250
const PROMOTIONS_PER_ROUND = 8

const GOOD_CONFIG = JSON.stringify({
  columns: COLUMNS,
  cards: { number: ['card/{number}*'] },
  checks: { required: ['unit'] },
})

/** Bytes that break formats: separators, controls, folds, encodings, and other scripts. */
const oddText = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        'Z',
        '7',
        ' ',
        '\t',
        '\n',
        '\r\n',
        '\x1f',
        '\x1e',
        '\x01',
        '\x7f',
        ',',
        ':',
        '%',
        '"',
      ],
      ...['\\', "'", '‮', '\u200b', '\u2028', '👩‍💻', 'é', '\ufffd', '<', '>', '\n  ', '\n\n'],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

const trailer = fc
  .tuple(fc.constantFrom('Label', 'Priority', 'label', 'Label ', 'Signed-off-by'), oddText)
  .map(([key, value]) => `${key}: ${value}`)

const message = fc
  .tuple(oddText, oddText, fc.array(trailer, { maxLength: 4 }))
  .map(([subject, body, trailers]) => `${subject}\n\n${body}\n\n${trailers.join('\n')}\n`)

const author = oddText.map((text) => text.replace(/[\n\r<>\0]/g, ''))

const branchName = fc.oneof(
  { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.constantFrom('a'.repeat(200), 'HEAD', '@', 'refs/heads/x', '-x') },
)

const checkName = fc.constantFrom('unit', 'lint', 'build: linux', 'a:b', 'success', 'x'.repeat(101))
const noteLine = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(checkName, fc.constantFrom('success', 'failure', 'pending'))
      .map(([name, state]) => `${name}: ${state}`),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(checkName, oddText).map(([name, rest]) => `${name}: success ${rest}`),
  },
  { weight: 1, arbitrary: oddText },
  {
    weight: 1,
    arbitrary: fc.constantFrom('unit:success', 'unit: successful', 'unit: red', ': success'),
  },
)
const noteText = fc.array(noteLine, { maxLength: 5 }).map((lines) => lines.join('\n'))
const LARGE = fc.constant(`${'lint: success\n'.repeat(5_000)}unit: failure\n`)

const input = fc.record({
  name: branchName,
  message,
  author,
  note: fc.oneof(
    { weight: 3, arbitrary: fc.constant('unit: success\n') },
    { weight: 4, arbitrary: noteText },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
})
type Input = typeof input extends fc.Arbitrary<infer Value> ? Value : never

/**
 * The rule of the gate, written another way: each line that isn't empty is cut at each of its
 * colons, from the left, until what follows begins with a state as a whole word.
 */
function mayPass(note: string | undefined, required: readonly string[]): boolean {
  const states = new Map<string, string>()
  const lines = (note ?? '').replace(/[\r\v\f\u0085\u2028\u2029]/g, '\n').split('\n')
  for (const line of lines.map((text) => text.trim())) {
    if (line === '') continue
    const found = stateOf(line)
    if (!found) return false
    states.set(found.name, found.state)
  }
  const isGreen = [...states.values()].every((state) => state === 'success')
  return isGreen && required.every((name) => states.has(name))
}

function stateOf(line: string): { name: string; state: string } | undefined {
  for (let at = line.indexOf(':'); at !== -1; at = line.indexOf(':', at + 1)) {
    const rest = line.slice(at + 1)
    const word = rest.trimStart()
    const state = ['success', 'failure', 'pending'].find((known) => word.startsWith(known))
    if (at === 0 || word === rest || state === undefined) continue
    const next = word.charAt(state.length)
    if (/[\w:-]/.test(next)) continue
    return at <= 100 ? { name: line.slice(0, at), state } : undefined
  }
  return undefined
}

test('no note passes that another reading of the rule refuses', () => {
  const required = fc.constantFrom([], ['unit'], ['unit', 'build: linux'])
  const property = fc.property(noteText, required, (note, names) => {
    const checks = { notes: 'refs/notes/checks', required: [...names], timeout: 1 }
    const { result } = commitChecks({ type: 'text', text: note }, undefined, checks)
    const isPassed = result.type === 'passed'
    expect(isPassed && !mayPass(note, names)).toBe(false)
  })
  return searchProperty(property, { rounds: 1_000 })
})

/** Names that git allows. The card of each gets the number at the beginning of its name. */
function allowedNames(repository: GitRepository, inputs: readonly Input[]): Map<string, Input> {
  const named = inputs.map((one, index) => [`card/${index + 1}${one.name}`, one] as const)
  return new Map(named.filter(([name]) => /^card\/\d+\D/.test(name) && isAllowed(repository, name)))
}

function isAllowed(repository: GitRepository, name: string): boolean {
  if (/[\0\n]/.test(name) || name.includes('\ufffd')) return false
  try {
    repository.git('check-ref-format', `refs/heads/${name}`)
    return Buffer.byteLength(name) < 200
  } catch {
    return false
  }
}

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`

/** All branches and notes with one process. */
function push(repository: GitRepository, named: ReadonlyMap<string, Input>): void {
  const main = repository.head('main')
  const person = (name: string) => `${name} <a@example.test> 1767603600 +0000`
  const commits = [...named].map(([name, one], index) =>
    [
      `commit refs/heads/${name}\nmark :${index + 1}\n`,
      `author ${person(one.author)}\ncommitter ${person('Ada')}\n`,
      data(one.message),
      `from ${main}\nM 100644 inline ${index}.txt\n`,
      data(String(index)),
    ].join(''),
  )
  const notes = [...named.values()].flatMap(({ note }, index) =>
    note === undefined ? [] : `N inline :${index + 1}\n${data(note)}`,
  )
  const head = `commit refs/notes/checks\ncommitter ${person('CI')}\n${data('notes')}`
  const from =
    repository.git('for-each-ref', 'refs/notes/checks') === '' ? '' : 'from refs/notes/checks^0\n'
  execFileSync('git', ['-C', repository.path, 'fast-import', '--quiet', '--force'], {
    input: [...commits, head, from, ...notes].join(''),
    stdio: 'pipe',
  })
}

const oddConfig = fc.oneof(
  fc.constantFrom('', '{', 'null', '[]', '{"columns":[]}', '"'.repeat(70_000)),
  fc.json({ maxDepth: 3 }),
  fc
    .tuple(fc.nat(GOOD_CONFIG.length), fc.nat(12), oddText)
    .map(([at, length, text]) => GOOD_CONFIG.slice(0, at) + text + GOOD_CONFIG.slice(at + length)),
)

test('a board over odd commits, authors, names, notes, and files is never frozen', async () => {
  const inputs = fc.array(input, { minLength: INPUTS_PER_ROUND, maxLength: INPUTS_PER_ROUND })
  const property = fc.asyncProperty(inputs, LARGE, oddConfig, async (all, large, config) => {
    const repository = createRepository(['staging'])
    repository.commit('main', { '.board.json': GOOD_CONFIG })
    const named = allowedNames(repository, all)
    const [first] = named.keys()
    const [tooLarge] = named.values()
    if (first !== undefined && tooLarge) named.set(first, { ...tooLarge, note: large })
    push(repository, named)
    const board = await openRepositoryBoard(repository.path)
    try {
      const cards = await board.cards()
      expect([board.problems(), cards.length]).toEqual([[], named.size])
      const target = (await board.load())[1]?.statusId
      const sample = [...named].slice(0, PROMOTIONS_PER_ROUND)
      for (const [name, { note }] of sample) {
        const path = `/v1/cards/${Number.parseInt(name.slice('card/'.length), 10)}`
        const { status } = await board.call('PATCH', path, { statusId: target })
        const isRefused = note === large || !mayPass(note, ['unit'])
        expect([name, note, status]).toEqual([name, note, isRefused ? 409 : 200])
      }
      repository.commit('main', { '.board.json': config })
      const during = await board.load()
      expect(during.length).toBeGreaterThanOrEqual(2)
      expect(board.problems().length).toBeLessThanOrEqual(1)
      repository.commit('main', { '.board.json': GOOD_CONFIG })
      expect((await board.load()).map(({ name }) => name)).toEqual(['Work', 'Main', 'Staging'])
      expect(board.problems()).toEqual([])
      const logged = board.faults.map(String)
      expect(new Set(logged).size).toBe(logged.length)
      expect(logged.join()).not.toContain(messages.repository.unreadable)
    } finally {
      await board.close()
    }
  })
  // Shrinking hundreds of inputs takes hours: the seed in the report repeats the failure.
  await searchProperty(property, { rounds: ROUNDS, endOnFailure: true })
})
