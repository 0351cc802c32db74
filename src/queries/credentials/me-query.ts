import { type QueryState, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ApiError } from '#client/api-error.ts'
import type { BoardEntry, Credential } from '#contract/readers/read-credential.ts'
import { isSameBoard } from '#model/board-ref.ts'
import { useKeysStore } from '#state/keys/keys-store.ts'
import type { StoredKey } from '#state/keys/stored-keys.ts'
import { useRecentBoardsStore } from '#state/recent-boards-store.ts'
import { learnBoardNames } from '#state/service-names-store.ts'
import { loadsFor } from '../api.ts'
import { visibleError } from '../errors.ts'
import { keys } from '../keys.ts'
import { useQueryStates } from '../use-query-states.ts'

/** How often /v1/me is loaded again while the service can't be reached. */
const RELOAD_MS = 15_000

/** GET /v1/me with a stored key (spec 4.1). */
export function credentialOptions(keyId: string) {
  return queryOptions<Credential, ApiError>({
    queryKey: keys.credential(keyId),
    queryFn: async ({ client, signal }) => {
      const credential = await loadsFor(client, keyId).me(signal)
      learnBoardNames(credential.boards)
      return credential
    },
    staleTime: 60_000,
    refetchInterval: ({ state }) => {
      const isRejection = state.error && state.error.status >= 400 && state.error.status < 500
      return state.error && !isRejection ? RELOAD_MS : false
    },
  })
}

/** What the service reports about a stored key. */
export interface KeyStatus {
  key: StoredKey
  credential: Credential | undefined
  error: ApiError | null
  /** The error to show, also while retries continue. */
  visibleError: ApiError | null
}

/** A board that a stored key has access to. */
export interface AccessibleBoard {
  key: StoredKey
  entry: BoardEntry
}

/** The status of every stored key. It loads nothing: `CredentialLoads` does. */
export function useKeyStatuses(): KeyStatus[] {
  const storedKeys = useKeysStore((state) => state.keys)
  const states = useQueryStates<Credential>(storedKeys.map((key) => keys.credential(key.id)))
  return storedKeys.map((key, index) => {
    const state = states[index]
    return {
      key,
      credential: state?.data,
      error: state?.error ?? null,
      visibleError: state ? visibleErrorOf(state) : null,
    }
  })
}

function visibleErrorOf(state: QueryState<Credential, ApiError>): ApiError | null {
  const { error, fetchFailureCount: failureCount, fetchFailureReason: failureReason } = state
  return visibleError({ error, failureCount, failureReason })
}

/** All accessible boards, by key and then in the service's order. */
export function accessibleBoards(statuses: readonly KeyStatus[]): AccessibleBoard[] {
  return statuses.flatMap(
    ({ key, credential }) => credential?.boards.map((entry) => ({ key, entry })) ?? [],
  )
}

/** All accessible boards, the last opened first. */
export function useAccessibleBoards(): AccessibleBoard[] {
  const boards = accessibleBoards(useKeyStatuses())
  const recent = useRecentBoardsStore((state) => state.recent)
  const rank = (board: AccessibleBoard) => {
    const index = recent.findIndex((ref) => isSameBoard(ref, boardRefOf(board)))
    return index < 0 ? recent.length : index
  }
  return boards.sort((a, b) => rank(a) - rank(b))
}

export function boardRefOf({ key, entry }: AccessibleBoard) {
  return { keyId: key.id, workspaceId: entry.workspaceId }
}

/** Loads /v1/me again for every stored key. */
export function useReloadCredentials(): () => void {
  const queryClient = useQueryClient()
  return useCallback(
    () => void queryClient.invalidateQueries({ queryKey: keys.credentials() }),
    [queryClient],
  )
}
