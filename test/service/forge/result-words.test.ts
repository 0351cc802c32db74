import { describe, expect, test } from 'vitest'
import {
  giteaMeaning,
  githubRunMeaning,
  githubStatusMeaning,
  gitlabMeaning,
} from '#service/forge/result-words.ts'
import { description } from '#test/support/forges/github-forge.ts'

describe('GitHub', () => {
  const CONCLUSIONS = {
    success: 'success',
    failure: 'failure',
    timed_out: 'failure',
    cancelled: 'failure',
    action_required: 'failure',
    startup_failure: 'failure',
    stale: 'failure',
    skipped: 'ignored',
    neutral: 'ignored',
    'a word that nobody knows': 'failure',
  } as const

  test.each(Object.entries(CONCLUSIONS))('a run that ended with %s is %s', (word, meaning) => {
    expect(githubRunMeaning('completed', word)).toBe(meaning)
  })

  test.each([
    ['queued', 'pending'],
    ['in_progress', 'pending'],
    ['requested', 'pending'],
    ['waiting', 'pending'],
    ['pending', 'pending'],
    ['a word that nobody knows', 'failure'],
  ])('a run that is %s is %s', (word, meaning) => {
    expect(githubRunMeaning(word, null)).toBe(meaning)
    // A result that isn't one yet counts for nothing.
    expect(githubRunMeaning(word, 'success')).toBe(meaning)
  })

  test('a run without a result is red', () => {
    expect(githubRunMeaning('completed', null)).toBe('failure')
  })

  test.each([
    ['success', 'success'],
    ['pending', 'pending'],
    ['failure', 'failure'],
    ['error', 'failure'],
    ['skipped', 'failure'],
  ])('a status %s is %s', (word, meaning) => {
    expect(githubStatusMeaning(word)).toBe(meaning)
  })

  test('every conclusion of its description is known', () => {
    const run = Object(description.components.schemas['check-run'])
    const words: string[] = run.properties.conclusion.enum
    expect(words.length).toBeGreaterThan(5)
    expect(words.filter((word) => !(word in CONCLUSIONS))).toEqual([])
  })
})

test.each([
  ['success', false, 'success'],
  ['failed', false, 'failure'],
  ['canceled', false, 'failure'],
  ['canceling', false, 'failure'],
  ['created', false, 'pending'],
  ['waiting_for_resource', false, 'pending'],
  ['waiting_for_callback', false, 'pending'],
  ['preparing', false, 'pending'],
  ['pending', false, 'pending'],
  ['running', false, 'pending'],
  ['scheduled', false, 'pending'],
  ['manual', false, 'pending'],
  ['manual', true, 'ignored'],
  ['failed', true, 'ignored'],
  ['success', true, 'success'],
  ['skipped', false, 'ignored'],
  ['a word that nobody knows', false, 'failure'],
])('a job of GitLab that is %s (may fail: %s) is %s', (word, mayFail, meaning) => {
  expect(gitlabMeaning(word, mayFail)).toBe(meaning)
})

test.each([
  ['success', 'success'],
  ['pending', 'pending'],
  ['failure', 'failure'],
  ['error', 'failure'],
  ['warning', 'failure'],
  ['skipped', 'ignored'],
  ['a word that nobody knows', 'failure'],
])('a status of Gitea that is %s is %s', (word, meaning) => {
  expect(giteaMeaning(word)).toBe(meaning)
})
