import { expect, test } from 'vitest'
import { readProjects } from '#contract/readers/read-projects.ts'

test('projects are read by id and name, and what lacks one of them is left out [gap G29]', () => {
  const projects = [{ id: 41, name: ' Web ' }, { id: '42' }, { name: 'x' }, null, 'Web']
  expect(readProjects({ projects })).toEqual([{ id: '41', name: 'Web' }])
})

test.each([[null], [[]], [{}], [{ projects: 'Web' }], [{ projects: {} }]])(
  '%j has no named projects',
  (json) => {
    expect(readProjects(json)).toEqual([])
  },
)
