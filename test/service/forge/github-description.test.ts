import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { FAKE_TOKEN, fakePull, startForge } from '#test/support/forges/fake-forge.ts'
import { description } from '#test/support/forges/github-forge.ts'

const HEAD = 'c'.repeat(40)

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(withNulls(description), 'github')

/** An enum that is nullable must name null, too (OpenAPI 3.0.3), and GitHub's don't. */
function withNulls<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withNulls) as Value
  const entries = Object.entries(value).map(([key, item]) => [key, withNulls(item)])
  const copy = Object.fromEntries(entries)
  if (copy.nullable === true && Array.isArray(copy.enum)) copy.enum.push(null)
  return copy
}

function faultsOf(schema: object, json: unknown): unknown {
  const validate = ajv.compile(schema)
  return validate(json) ? [] : validate.errors?.slice(0, 5)
}

const component = (name: string) => ({ $ref: `github#/components/schemas/${name}` })
const list = (name: string) => ({ type: 'array', minItems: 1, items: component(name) })

/** What the description says of each response that the service reads. */
const RESPONSES: readonly (readonly [path: string, schema: object])[] = [
  ['/pulls', list('pull-request-simple')],
  ['/pulls/128', component('pull-request')],
  ['/pulls/128/reviews', list('pull-request-review')],
  [
    `/commits/${HEAD}/check-runs`,
    { type: 'object', properties: { check_runs: list('check-run') }, required: ['check_runs'] },
  ],
  [
    `/commits/${HEAD}/status`,
    {
      allOf: [
        component('combined-commit-status'),
        { properties: { statuses: list('simple-commit-status') } },
      ],
    },
  ],
]

test.each(RESPONSES)('the fake answers %s as GitHub describes it', async (path, schema) => {
  const fake = await startForge('github')
  const reviews = [{ person: 1, says: 'yes', commit: HEAD }] as const
  fake.pulls = [fakePull({ branch: 'a', head: HEAD, isReviewAsked: true, reviews })]
  fake.results.set(HEAD, [
    { name: 'build', state: 'failure', detail: 'no', url: 'https://ci.example/1' },
    { name: 'deploy', state: 'pending' },
    { name: 'unit', state: 'pending' },
  ])
  const response = await fetch(new URL(`api/v3/repos/team/app${path}`, fake.url), {
    headers: { Authorization: `Bearer ${FAKE_TOKEN}` },
  })
  const json = await response.json()
  expect(faultsOf(schema, json)).toEqual([])
})

test('the description refuses what GitHub wouldn’t send', () => {
  expect(faultsOf(list('check-run'), [{ name: 'build', status: 'done' }])).not.toEqual([])
})
