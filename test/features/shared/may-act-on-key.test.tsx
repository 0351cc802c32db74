import { expect, test } from 'vitest'
import { type KeyScope, mayActOnKey } from '#features/shared/may-act-on-key.ts'
import { endDrag, openMenu, startDrag, useBoardUiStore } from '#state/board-ui-store.ts'
import { closeDialog, openDialog } from '#state/dialog-store.ts'
import { setSingleKeys } from '#state/preferences-store.ts'
import { resetStores } from '#test/support/stores.ts'

const PLACES = {
  'the body': '',
  'a card': '<main data-board><article id="target"></article></main>',
  'the header': '<header data-app-header><button id="target"></button></header>',
  'a toast': '<section><button id="target"></button></section>',
  'the filter field': '<header data-app-header><input id="target" /></header>',
  'the panel': '<aside data-sheet><button id="target"></button></aside>',
  'a checkbox of the panel': '<aside data-sheet><input type="checkbox" id="target" /></aside>',
  'a field of the panel': '<aside data-sheet><input id="target" /></aside>',
  'the panel on a phone': '<dialog open data-sheet><button id="target"></button></dialog>',
  'a dialog': '<dialog open><button id="target"></button></dialog>',
}

/** Where a key that is pressed at each place acts. */
const SCOPES: Readonly<Record<keyof typeof PLACES, readonly KeyScope[]>> = {
  'the body': ['page', 'undo', 'panel', 'palette'],
  'a card': ['page', 'undo', 'card', 'panel', 'palette'],
  'the header': ['page', 'undo', 'panel', 'palette'],
  'a toast': ['panel', 'palette'],
  'the filter field': ['palette'],
  'the panel': ['page', 'undo', 'panel', 'in-panel', 'palette'],
  'a checkbox of the panel': ['undo', 'palette'],
  'a field of the panel': ['palette'],
  'the panel on a phone': ['undo', 'panel', 'in-panel'],
  'a dialog': [],
}

/** `card` is asked only for keys on a card. */
const ALL: readonly KeyScope[] = ['page', 'undo', 'panel', 'in-panel', 'palette']

function scopesAt(place: keyof typeof PLACES, init: KeyboardEventInit = { key: 'x' }): KeyScope[] {
  document.body.innerHTML = PLACES[place]
  const target = document.getElementById('target') ?? document.body
  let scopes: KeyScope[] = []
  const handleKeyDown = (event: KeyboardEvent) => {
    const asked = place === 'a card' ? [...ALL, 'card' as const] : ALL
    scopes = asked.filter((scope) => mayActOnKey(event, scope))
  }
  window.addEventListener('keydown', handleKeyDown, { once: true })
  target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }))
  document.body.innerHTML = ''
  return scopes
}

test.each(Object.entries(SCOPES))('a key on %s acts only where it is expected', (place, scopes) => {
  // Object.entries widens the names to strings.
  const found = scopesAt(place as keyof typeof PLACES)
  expect(new Set(found)).toEqual(new Set(scopes))
})

test('no key acts under something that is open, or under a carried card', () => {
  openDialog({ type: 'shortcuts' })
  expect(scopesAt('a card')).toEqual(['palette'])
  closeDialog()
  openMenu({ type: 'actions', cardId: '1' })
  expect(scopesAt('a card')).toEqual(['palette'])
  useBoardUiStore.setState({ menu: null })
  startDrag('1')
  expect(scopesAt('a card')).toEqual(['palette'])
  endDrag()
  expect(scopesAt('a card')).toContain('card')
})

test('a single key that is turned off acts nowhere, and others still do', () => {
  resetStores()
  setSingleKeys(false)
  expect(scopesAt('a card')).toEqual([])
  // Many keyboards type brackets with AltGr, which is Ctrl and Alt.
  expect(scopesAt('a card', { key: ']', ctrlKey: true, altKey: true })).toEqual([])
  expect(scopesAt('a card', { key: 'z', ctrlKey: true })).toContain('undo')
  expect(scopesAt('a card', { key: 'Enter' })).toContain('card')
})
