/**
 * Keys that belong to one tab have no storage in common, so a removed key is announced to the other
 * tabs.
 */
interface KeyRemoved {
  /** The clientId of the removed key. */
  removed: string
}

const CHANNEL = 'trunkline.keys'

export function tellOtherTabs(clientId: string): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ removed: clientId } satisfies KeyRemoved)
  channel.close()
}

export function listenToOtherTabs(onRemoved: (clientId: string) => void): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<KeyRemoved>) => onRemoved(data.removed)
}
