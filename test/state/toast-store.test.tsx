import { afterEach, expect, test } from 'vitest'
import { dismissToastAbout, resetToasts, showToast, useToastStore } from '#state/toast-store.ts'
import { resetStores } from '#test/support/stores.ts'

afterEach(resetStores)

const texts = () => useToastStore.getState().toasts.map(({ text }) => text)

test('the newest of three toasts is on top, and a fourth replaces the oldest without a button', () => {
  showToast('Moved one.', 'success', { actions: [{ type: 'show-card', cardId: 'c1' }] })
  showToast('Refused.', 'error', { about: 'c2' })
  showToast('Moved three.', 'success', { actions: [{ type: 'show-card', cardId: 'c3' }] })
  expect(texts()).toEqual(['Moved three.', 'Refused.', 'Moved one.'])
  showToast('Changed by others.', 'info')
  expect(texts()).toEqual(['Changed by others.', 'Moved three.', 'Moved one.'])
})

test('later news of a card replaces the earlier ones, and nothing else', () => {
  showToast('Refused.', 'error', { about: 'c1' })
  showToast('Moved two.', 'success', { about: 'c2' })
  showToast('Moved one.', 'success', { about: 'c1' })
  expect(texts()).toEqual(['Moved one.', 'Moved two.'])
  dismissToastAbout('c2')
  expect(texts()).toEqual(['Moved one.'])
})

test('an error stays until a person dismisses it, unless its card keeps the reason', () => {
  showToast('Could not remember the key.', 'error')
  showToast('Refused.', 'error', { about: 'c1', isTimed: true })
  expect(useToastStore.getState().toasts.map(({ isTimed }) => isTimed)).toEqual([true, false])
})

test('another board keeps only the offer to restore a removed key', () => {
  showToast('Key removed.', 'info', { actions: [{ type: 'restore-key', keyId: 'k1' }] })
  showToast('Moved one.', 'success')
  resetToasts()
  expect(texts()).toEqual(['Key removed.'])
})
