import { expect, test } from 'vitest'
import { type Candidate, candidatesOf } from '#service/repository/contents/candidates.ts'
import type { ChangedFile } from '#service/repository/contents/changed-files.ts'
import { searchHistory } from '#service/repository/contents/history-search.ts'
import type { Judgment } from '#service/repository/contents/presence.ts'
import { TouchedFiles } from '#service/repository/contents/touched-files.ts'

const file = (path: string, before: string, after: string): ChangedFile => ({
  ...{ path, before, after, hasModeChange: false, isFile: true, isSubmodule: false },
})

/** A card that changes a file that every commit changes, and one that the squash alone changes. */
const changes = [file('lock', 'lock', 'lock of the card'), file('own', 'own', 'own of the card')]

/** 400 commits, of which the one at place 300 is the squash of the card. */
function candidatesOfBusyFile(): Candidate[] {
  const steps = Array.from({ length: 400 }, (_, place) => ({
    ...{ id: `commit ${place}`, tree: `tree ${place}`, parents: [], committedAt: 0 },
  }))
  const touched = new TouchedFiles()
  for (const [place, { id }] of steps.entries()) {
    const own = place === 300 ? [file('own', 'own', 'own of the card')] : []
    touched.add(id, place, [file('lock', `lock ${place + 1}`, `lock ${place}`), ...own])
  }
  return candidatesOf(steps, touched, changes)
}

test('of the older commits that changed a busy file, the one that brought the card is looked at', () => {
  const places = candidatesOfBusyFile().map(({ place }) => place)
  expect(places).toEqual([...Array.from({ length: 200 }, (_, place) => place), 300])
})

test('a card that only an old commit shows clearly is in the stage since then', () => {
  const unclear: Judgment = { verdict: 'unclear', files: [], isUnreadable: false }
  const search = searchHistory(
    { base: 'base', head: 'head' },
    {
      ...{ tree: 'tree 0', tip: unclear, candidates: candidatesOfBusyFile() },
      ...{ mayHaveHad: true, telling: undefined, before: 'tree before', isCut: false },
    },
  )
  let step = search.next()
  while (!step.done) {
    const answers = step.value.map(({ stage }): Judgment => {
      if (stage === 'tree 300') return { ...unclear, verdict: 'present' }
      return stage === 'tree before' ? { ...unclear, verdict: 'absent' } : unclear
    })
    step = search.next(answers)
  }
  expect(step.value).toEqual({ verdict: 'present', missing: [], since: 'commit 300' })
})
