import { describe, expect, test } from 'vitest'
import { errorInSuccess, readErrorBody } from '#contract/error-body.ts'

const words = (body: unknown) => readErrorBody(JSON.stringify(body), 'application/json').words

describe('the words of an error', () => {
  test.each([
    ['no', 'no'],
    [{ detail: 'd', message: 'm' }, 'd'],
    [{ message: 'm', title: 't' }, 'm'],
    [{ error_description: 'e' }, 'e'],
    [{ title: 't' }, 't'],
    [{ error: 'plain' }, 'plain'],
    [{ error: { message: 'inner' } }, 'inner'],
    [{ errors: ['one', { detail: 'two' }] }, 'one; two'],
    [{ errors: { name: ['is taken'] } }, 'is taken'],
    [{ ok: false }, ''],
  ])('%j says "%s"', (body, expected) => expect(words(body)).toBe(expected))

  test('of a web page are that it is not the service', () => {
    expect(readErrorBody('<!doctype html><h1>nginx</h1>', 'text/plain').words).toBe(
      'This does not look like the board service.',
    )
  })
  test('that are no JSON are its first 200 characters', () => {
    expect(readErrorBody(`upstream ${'x'.repeat(500)}`, 'text/plain').words).toHaveLength(200)
  })
})

describe('project ids in an error [gap G12]', () => {
  test.each<[unknown, string[]]>([
    [{ projectIds: ['0x1', 'a b'] }, ['0x1']],
    [{ projects: [{ id: 'alpha' }, { id: 'beta', name: 'Web 2' }] }, ['alpha', 'beta']],
    [{ project: 'required' }, []],
    [{ projectId: '41' }, ['41']],
    [{ detail: 'Choose a project: 41, 42 or 43.' }, ['41', '42', '43']],
    [{ message: 'This board has 2 projects; pass projectId. Request 8812 at 18:00' }, []],
  ])('%j names %j', (body, ids) => {
    expect(readErrorBody(JSON.stringify(body), 'application/json').projectIds).toEqual(ids)
  })
})

describe('an error in a success [gap G2]', () => {
  test.each<[unknown, string | undefined]>([
    [{ error: { message: 'name taken' } }, 'name taken'],
    [{ errors: { name: ['is reserved'] } }, 'is reserved'],
    [{ error: 'protected', ok: true }, 'protected'],
    [{ error: true }, ''],
    [{ error: null, errors: [], name: 'x' }, undefined],
    [{ error: false, message: 'done' }, undefined],
    [[{ error: 'x' }], undefined],
    [undefined, undefined],
  ])('%j is %j', (json, expected) => expect(errorInSuccess(json)).toBe(expected))
})

describe('ids in an error', () => {
  test('of boards are found under any key that speaks of them', () => {
    const body = { code: 'x', workspaceIds: ['12', '13'], projectIds: ['31'] }
    const read = readErrorBody(JSON.stringify(body), 'application/json')
    expect(read.workspaceIds).toEqual(['12', '13'])
    expect(read.projectIds).toEqual(['31'])
  })
  test('are taken out of the words when there is nothing else', () => {
    const read = readErrorBody(JSON.stringify({ error: 'choose one of 41, 42' }), 'application/json')
    expect(read.projectIds).toEqual(['41', '42'])
  })
  test('are found in objects', () => {
    const read = readErrorBody(JSON.stringify({ boards: [{ id: 5 }, { id: '6' }] }), 'application/json')
    expect(read.workspaceIds).toEqual(['5', '6'])
  })
})
