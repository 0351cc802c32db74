import { create } from 'zustand'
import type { BoardSession } from '#model/board-ref.ts'

/** Boards where the service has refused a label edit to a role, with its reason. Not persisted. */
export const useDeniedLabelEditsStore = create<Readonly<Record<string, string>>>(() => ({}))

/** Remembers it until the key has another role. [gap G18] */
export function markLabelEditsDenied(session: BoardSession, role: string, reason: string): void {
  useDeniedLabelEditsStore.setState({ [storeKey(session, role)]: reason })
}

/** The reason; undefined as long as the service has refused nothing. */
export function useDeniedLabelEdits(session: BoardSession, role: string): string | undefined {
  return useDeniedLabelEditsStore((reasons) => reasons[storeKey(session, role)])
}

function storeKey({ keyId, workspaceId }: BoardSession, role: string): string {
  return JSON.stringify([keyId, workspaceId, role])
}
