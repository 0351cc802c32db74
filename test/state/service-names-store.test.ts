import { beforeEach, describe, expect, test } from 'vitest'
import { keepNamesOf } from '#state/keep-service-names.ts'
import { boardTitle, currentNames, projectName, projectTitle } from '#state/names.ts'
import { nameBoard, usePreferencesStore } from '#state/preferences-store.ts'
import {
  learnBoardNames,
  learnProjectNames,
  useServiceNamesStore,
} from '#state/service-names-store.ts'

const entry = (workspaceId: string, name?: string) => ({
  workspaceId,
  organizationId: '',
  role: 'member',
  ...(name === undefined ? {} : { name }),
})

beforeEach(() => {
  for (const store of [useServiceNamesStore, usePreferencesStore]) {
    store.setState(store.getInitialState() as never, true)
  }
})

describe('the names of a service [gap G29]', () => {
  test('go before the names on this device', () => {
    nameBoard('12', 'Mine')
    nameBoard('13', 'Also mine')
    learnBoardNames([entry('12', 'Storefront'), entry('13')])
    expect(boardTitle(currentNames(), '12')).toBe('Storefront')
    expect(boardTitle(currentNames(), '13')).toBe('Also mine')
    expect(boardTitle(currentNames(), 'constructor')).toBe('Board constructor')
  })

  test('of one key leave those of another, and a name that is gone is forgotten', () => {
    learnBoardNames([entry('12', 'Storefront'), entry('13', 'Client apps')])
    learnBoardNames([entry('12')])
    expect(boardTitle(currentNames(), '12')).toBe('Board 12')
    expect(boardTitle(currentNames(), '13')).toBe('Client apps')
  })

  test('are cut when they are long', () => {
    learnBoardNames([entry('12', 'x'.repeat(100))])
    expect(boardTitle(currentNames(), '12')).toBe(`${'x'.repeat(59)}…`)
  })

  test('of projects belong to their board', () => {
    learnProjectNames('13', [{ id: '41', name: 'Web' }])
    learnProjectNames('13', [{ id: '42', name: 'Desktop' }])
    expect(projectTitle(currentNames(), '13', '41')).toBe('Web')
    expect(projectTitle(currentNames(), '12', '41')).toBe('Project 41')
    expect(projectName(currentNames(), '12', '41')).toBeUndefined()
  })

  test('stay only for boards that a key reaches', () => {
    learnBoardNames([entry('12', 'Storefront'), entry('1', 'Other')])
    learnProjectNames('12', [{ id: '31', name: 'Main' }])
    learnProjectNames('1', [{ id: '31', name: 'Own' }])
    keepNamesOf(['12'])
    expect(boardTitle(currentNames(), '12')).toBe('Storefront')
    expect(boardTitle(currentNames(), '1')).toBe('Board 1')
    expect(projectName(currentNames(), '12', '31')).toBe('Main')
    expect(projectName(currentNames(), '1', '31')).toBeUndefined()
  })
})
