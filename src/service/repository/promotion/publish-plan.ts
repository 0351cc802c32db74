import type { PromotionResult } from '../../gate/gate.ts'
import { messages } from '../../messages/messages.ts'
import { plainText } from '../git/plain-text.ts'
import type { RefUpdate } from '../git/repository.ts'
import { publish } from '../publish/publish.ts'
import type { RepositoryBoard } from '../sync/repository-board.ts'
import type { Promotion } from './commit-as.ts'
import type { PromoteOptions } from './promote-options.ts'

/** Moves the branches to the planned commits. Undefined when a stage has moved in between. */
export async function publishPlan(
  board: RepositoryBoard,
  { database, updateWorkTree }: PromoteOptions,
  { intentId, signal, forge }: Promotion,
  updates: readonly RefUpdate[],
): Promise<PromotionResult | undefined> {
  const { repository } = board
  const result = await board.remote
    .whilePublishing(() =>
      publish(repository, database.db, intentId, updates, { updateWorkTree, signal }),
    )
    .catch((cause: unknown) => {
      // Refs can have changed: the next sync or move finishes or undoes that.
      board.isUnfinished = true
      throw new Error(messages.repository.publishFailed, { cause })
    })
  if (result === undefined && repository.isRemote) await board.remote.fetchNow(signal)
  if (result?.type === 'rejected' && result.code === 'repository_unfinished') {
    board.isUnfinished = true
  }
  return result?.type === 'promoted' ? { ...result, basis: basisOf(forge) } : result
}

/** What the forge said when it was asked; undefined where that didn't count. */
function basisOf(forge: Promotion['forge']): string | undefined {
  if (forge?.type !== 'known') return undefined
  const results = forge.results.results.map(({ name, state }) => `${plainText(name)}: ${state}`)
  return messages.forge.basis(forge.pulls, results)
}
