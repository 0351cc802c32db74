import type { QueryClient } from '@tanstack/react-query'
import type { Credential } from '#contract/readers/read-credential.ts'
import type { BoardSession } from '#model/board-ref.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { keys } from '../keys.ts'
import { type BoardAccess, otherKeysFor } from './board-access.ts'

/** The access as it is known at this moment, for code outside of components. */
export function currentAccess(queryClient: QueryClient, session: BoardSession): BoardAccess {
  const boards = useKeysStore.getState().keys.flatMap((key) => {
    const credential = queryClient.getQueryData<Credential>(keys.credential(key.id))
    return credential?.boards.map((entry) => ({ key, entry })) ?? []
  })
  const current = boards.find(
    ({ key, entry }) => key.id === session.keyId && entry.workspaceId === session.workspaceId,
  )
  return { session, role: current?.entry.role ?? '', otherKeys: otherKeysFor(boards, session) }
}
