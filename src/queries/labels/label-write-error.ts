import * as messages from '#messages/label-messages.ts'
import { errorMessage } from '#model/failure-message.ts'
import type { LabelWriteOutcome } from './label-mutations.ts'

/** What a form shows for an outcome; undefined when the write is applied. */
export function labelWriteError(outcome: LabelWriteOutcome | undefined): string | undefined {
  switch (outcome?.type) {
    case 'failed':
    case 'gone':
      return errorMessage(outcome.error)
    case 'unknown':
      return outcome.isListLoaded ? messages.CHANGE_NOT_IN_LIST : messages.LIST_NOT_LOADED
    default:
      return undefined
  }
}
