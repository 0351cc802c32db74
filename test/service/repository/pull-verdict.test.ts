import { expect, test } from 'vitest'
import { pullVerdict } from '#service/repository/checks/pull-verdict.ts'
import type { Pull } from '#service/store/evidence.ts'

const HEAD = 'a'.repeat(40)
const PULL: Pull = { number: 1, state: 'open', review: 'approved', target: 'main', head: HEAD }
const rulesOf = ({ from, ...more }: Rules) => ({
  checks: { notes: 'refs/notes/checks', required: [], timeout: 1, ...more },
  cards: { from },
})

interface Rules {
  from?: 'pulls'
  forge?: boolean
  review?: 'approved'
}

test.each<[string, Rules, Partial<Pull>[], string | undefined]>([
  ['without rules', {}, [{ state: 'draft' }], undefined],
  ['for a draft that is a card', { from: 'pulls' }, [{ state: 'draft' }], 'draft'],
  ['for a closed one that is a card', { from: 'pulls' }, [{ state: 'closed' }], 'closed'],
  ['for a draft, where results count', { forge: true }, [{ state: 'draft' }], 'draft'],
  ['without a pull request', { forge: true }, [], undefined],
  ['without a pull request', { review: 'approved' }, [], 'review_missing'],
  ['for an approved one', { review: 'approved' }, [{}], undefined],
  ['for a merged one', { review: 'approved' }, [{ state: 'merged' }], undefined],
  ['for a closed one', { review: 'approved' }, [{ state: 'closed' }], 'review_missing'],
  ['for another commit', { review: 'approved' }, [{ head: 'b'.repeat(40) }], 'review_missing'],
  ['for one of two drafts', { review: 'approved' }, [{}, { state: 'draft' }], 'draft'],
  [
    'where one of two asks for changes',
    { review: 'approved' },
    [{}, { review: 'changes_requested' }],
    'review_missing',
  ],
])('%s (%j): %j says %s', (_, rules, pulls, verdict) => {
  const all = pulls.map((pull) => ({ ...PULL, ...pull }))
  expect(pullVerdict(rulesOf(rules), all, HEAD)).toBe(verdict)
})
