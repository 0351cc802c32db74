import { type QueryClient, queryOptions, useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '#client/api-error.ts'
import { createBoardClient } from '#client/board-client.ts'
import type { RawAnswer } from '#client/send.ts'
import type { BoardEntry, Credential } from '#contract/credential.ts'
import { addKey, type HeldKey, keyIdFor, removeKey } from '#state/keys-store.ts'
import { forgetFindings } from '#state/not-understood-store.ts'
import { say } from '#state/notice-store.ts'
import { clientOf, serviceBaseUrl } from './clients.ts'
import { troubleOf } from './failure.ts'
import { noteAnswer } from './note-answer.ts'
import { credentialKey } from './session.ts'

/** How often an unreachable service is asked again, in milliseconds. */
const ASK_AGAIN = 15_000

/** Has the service spoken about the key? Then asking again changes nothing. */
function isAnswered(error: ApiError): boolean {
  return error.status >= 400 && error.status < 500
}

function credentialOptions(keyId: string) {
  return queryOptions<Credential, ApiError>({
    queryKey: credentialKey(keyId),
    queryFn: ({ signal }) => clientOf(keyId).me(signal),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.error && !isAnswered(state.error) ? ASK_AGAIN : false),
  })
}

/** A held key with what the service says of it. */
export interface KeyStanding {
  key: HeldKey
  credential: Credential | undefined
  error: ApiError | null
  /** The same while it is asked for again. */
  trouble: ApiError | null
}

/** A board that a held key reaches. */
export interface ReachableBoard {
  key: HeldKey
  entry: BoardEntry
}

/** GET /v1/me for every held key. */
export function useKeyStandings(keys: readonly HeldKey[]): KeyStanding[] {
  const results = useQueries({ queries: keys.map((key) => credentialOptions(key.id)) })
  return keys.map((key, index) => ({
    key,
    credential: results[index]?.data,
    error: results[index]?.error ?? null,
    trouble: results[index] ? troubleOf(results[index]) : null,
  }))
}

/** Every board that the held keys reach, by key and then in the service's order. */
export function reachableBoards(standings: readonly KeyStanding[]): ReachableBoard[] {
  return standings.flatMap(({ key, credential }) => credential?.boards.map((entry) => ({ key, entry })) ?? [])
}

/** What a person offers on the connect screen. */
export interface OfferedKey {
  secret: string
  remember: boolean
}

/** The key that is held now, or none when it reaches no board; with the credential's name. */
export interface CheckedKey {
  key: HeldKey | undefined
  name: string
}

/** Asks the service whose secret this is. `note` has the answer looked through, once it is known under which key. */
async function checkSecret(secret: string): Promise<{ credential: Credential; note: (keyId: string) => void }> {
  const answers: RawAnswer[] = []
  const client = createBoardClient({ baseUrl: serviceBaseUrl(), secret, onAnswer: (answer) => answers.push(answer) })
  const credential = await client.me()
  const note = (keyId: string) => {
    for (const answer of answers) noteAnswer(keyId, answer)
  }
  return { credential, note }
}

/** Checks an offered key with GET /v1/me and holds it when it reaches a board. The secret is not kept in the mutation. */
export function useConnectKey() {
  const queryClient = useQueryClient()
  return useMutation<CheckedKey, ApiError, OfferedKey>({
    mutationFn: async ({ secret, remember }) => {
      const { credential, note } = await checkSecret(secret)
      if (credential.boards.length === 0) return { key: undefined, name: credential.name }
      const id = keyIdFor(credential.clientId)
      note(id)
      // Before the key is held: whoever then asks for its boards finds this answer.
      queryClient.setQueryData(credentialKey(id), credential)
      const key = await addKey({ id, clientId: credential.clientId, name: credential.name, secret, remember })
      if (remember && !key.remembered) {
        say(`This browser could not keep the key ${key.name}. It is held in this tab only.`, 'bad')
      }
      return { key, name: credential.name }
    },
    gcTime: 0,
  })
}

/** Whose secret was given: this key's, which it now has, or another credential's, by name. */
export type ReplacedSecret = { at: 'replaced' } | { at: 'foreign'; name: string }

/** Gives a held key a new secret, if it is the same credential's (two can be alive at once, spec 5.1); all is read anew. */
export function useReplaceSecret(held: HeldKey) {
  const queryClient = useQueryClient()
  return useMutation<ReplacedSecret, ApiError, string>({
    mutationFn: async (secret) => {
      const { credential, note } = await checkSecret(secret)
      if (credential.clientId !== held.clientId) return { at: 'foreign', name: credential.name }
      note(held.id)
      const { id, clientId, remembered: remember } = held
      await addKey({ id, clientId, name: credential.name, secret, remember })
      queryClient.setQueryData(credentialKey(id), credential)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[1] === id && queryKey[0] !== credentialKey(id)[0],
      })
      return { at: 'replaced' }
    },
    gcTime: 0,
  })
}

/** Forgets a key and everything that was read with it, at once; says so, and offers to take it back. */
export async function forgetKey(queryClient: QueryClient, key: HeldKey): Promise<void> {
  const takeBack = await removeKey(key.id)
  dropKeyData(queryClient, key.id)
  say(`Key ${key.name} …${key.tail} removed.`, 'neutral', {
    action: { label: 'Undo', undoes: true, run: () => void takeBack() },
  })
}

/** Cancels and removes all that hangs on a key. */
export function dropKeyData(queryClient: QueryClient, keyId: string): void {
  const belongs = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === keyId }
  void queryClient.cancelQueries(belongs)
  queryClient.removeQueries(belongs)
  forgetFindings(keyId)
  const mutations = queryClient.getMutationCache()
  for (const mutation of mutations.getAll()) if (mutation.options.mutationKey?.[1] === keyId) mutations.remove(mutation)
}
