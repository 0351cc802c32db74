import { countOf, isObject, knownValue, nonEmptyText, own } from '../json.ts'
import {
  PULL_STATES,
  type PullState,
  REVIEW_STATES,
  type ReviewState,
} from '../repository-values.ts'

/** The pull request of a card's branch. */
export interface CardPull {
  number: number
  /** Its page, with https. */
  url: string | undefined
  state: PullState
  review: ReviewState | undefined
  /** The branch that it changes. */
  target: string | undefined
}

/** Undefined without a number and a known state. Never throws. */
export function readPull(json: unknown): CardPull | undefined {
  if (!isObject(json)) return undefined
  const number = countOf(own(json, 'number'))
  const state = knownValue(PULL_STATES, own(json, 'state'))
  if (number === undefined || state === undefined) return undefined
  return {
    number,
    url: httpsLink(own(json, 'url')),
    state,
    review: knownValue(REVIEW_STATES, own(json, 'review')),
    target: nonEmptyText(own(json, 'target')),
  }
}

/** With a user in front of the host, a link looks like one to another host. */
const HTTPS = /^https:\/\/[^/?#@\\\s]+(\/|$)/

export function httpsLink(json: unknown): string | undefined {
  const text = nonEmptyText(json)
  return text !== undefined && HTTPS.test(text) ? text : undefined
}
