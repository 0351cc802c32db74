import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listenToOtherTabs, tellOtherTabs } from '#state/keys/change-keys.ts'

test('a page hears of the keys that other tabs remove, and not of its own', async () => {
  const heard = vi.fn()
  listenToOtherTabs(heard)
  tellOtherTabs('own')
  const otherTab = new BroadcastChannel('trunkline.keys')
  otherTab.postMessage({ pageId: 'other', removed: 'of another tab' })
  await waitFor(() => expect(heard).toHaveBeenCalled())
  otherTab.close()
  expect(heard.mock.calls).toEqual([['of another tab']])
})
