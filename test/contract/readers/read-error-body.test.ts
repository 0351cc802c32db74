import { describe, expect, test } from 'vitest'
import {
  deferredMessage,
  errorInSuccessMessage,
  readErrorBody,
} from '#contract/readers/read-error-body.ts'

const messageOf = (body: unknown) => readErrorBody(JSON.stringify(body), 'application/json').message

describe('the message of an error', () => {
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
  ])('from %j is "%s"', (body, expected) => expect(messageOf(body)).toBe(expected))

  test('is empty, and the body counts as a web page, when the body is HTML', () => {
    expect(readErrorBody('<!doctype html><h1>nginx</h1>', 'text/plain')).toMatchObject({
      isWebPage: true,
      message: '',
    })
  })
  test('is the first 200 characters of the body when the body is not JSON', () => {
    expect(readErrorBody(`upstream ${'x'.repeat(500)}`, 'text/plain').message).toHaveLength(200)
  })
})

test.each([
  [{ id: '1', detail: 'checks are running' }, 'checks are running'],
  [{ detail: { text: 'x' } }, undefined],
  [{ detail: '' }, undefined],
  [null, undefined],
])('a 202 with %j says what it waits for: %s', (body, expected) => {
  expect(deferredMessage(body)).toBe(expected)
})

describe('project ids in an error [gap G12]', () => {
  test.each<[unknown, string[]]>([
    [{ projectIds: ['0x1', 'a b'] }, ['0x1']],
    [{ projects: [{ id: 'alpha' }, { id: 'beta', name: 'Web 2' }] }, ['alpha', 'beta']],
    [{ project: 'required' }, []],
    [{ projectId: '41' }, ['41']],
    [{ detail: 'Choose a project: 41, 42 or 43.' }, ['41', '42', '43']],
    [{ message: 'This board has 2 projects; pass projectId. Request 8812 at 18:00' }, []],
  ])('from %j are %j', (body, ids) => {
    expect(readErrorBody(JSON.stringify(body), 'application/json').projectIds).toEqual(ids)
  })
})

describe('an error in a successful response [gap G2]', () => {
  test.each<[unknown, string | undefined]>([
    [{ error: { message: 'name taken' } }, 'name taken'],
    [{ errors: { name: ['is reserved'] } }, 'is reserved'],
    [{ error: 'protected', ok: true }, 'protected'],
    [{ error: true }, ''],
    [{ error: null, errors: [], name: 'x' }, undefined],
    [{ error: false, message: 'done' }, undefined],
    [[{ error: 'x' }], undefined],
    [undefined, undefined],
  ])('from %j is %j', (json, expected) => expect(errorInSuccessMessage(json)).toBe(expected))
})

describe('ids in an error', () => {
  test('are assigned to boards or projects by the name of their key', () => {
    const body = { code: 'x', workspaceIds: ['12', '13'], projectIds: ['31'] }
    const errorBody = readErrorBody(JSON.stringify(body), 'application/json')
    expect(errorBody.workspaceIds).toEqual(['12', '13'])
    expect(errorBody.projectIds).toEqual(['31'])
  })
  test('are extracted from the message when there is no list of ids', () => {
    const errorBody = readErrorBody(
      JSON.stringify({ error: 'choose one of 41, 42' }),
      'application/json',
    )
    expect(errorBody.projectIds).toEqual(['41', '42'])
  })
  test('are found in objects', () => {
    const errorBody = readErrorBody(
      JSON.stringify({ boards: [{ id: 5 }, { id: '6' }] }),
      'application/json',
    )
    expect(errorBody.workspaceIds).toEqual(['5', '6'])
  })
})
