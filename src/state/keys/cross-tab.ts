/**
 * Keys that belong to one tab have no storage in common, so a removed key is announced to the other
 * tabs.
 */
interface KeyRemoved {
  /** The page that removed it: it has done so already, and may have undone it since. */
  pageId: string
  /** The clientId of the removed key. */
  removed: string
}

const CHANNEL = 'trunkline.keys'
const PAGE_ID = crypto.randomUUID()

export function tellOtherTabs(clientId: string): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ pageId: PAGE_ID, removed: clientId } satisfies KeyRemoved)
  channel.close()
}

export function listenToOtherTabs(onRemoved: (clientId: string) => void): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<KeyRemoved>) => {
    if (data.pageId !== PAGE_ID) onRemoved(data.removed)
  }
}
