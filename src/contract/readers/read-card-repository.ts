import {
  countOf,
  idOf,
  isObject,
  type JsonObject,
  knownValue,
  nonEmptyText,
  own,
  timeOf,
} from '../json.ts'
import {
  CHECK_SOURCES,
  CHECK_STATES,
  type CheckSource,
  type CheckState,
  MAX_CHECKS,
  PLACED_BY,
  type PlacedBy,
} from '../repository-values.ts'
import { type NextMove, readNextMove } from './read-next-move.ts'
import { type CardPull, httpsLink, readPull } from './read-pull.ts'

/** A check of a card's newest commit. */
export interface CardCheck {
  name: string
  state: CheckState
  detail: string | undefined
  /** A page about it, with https. */
  url: string | undefined
  source: CheckSource | undefined
}

/** The move that was refused, while a card is blocked. */
interface RefusedMove {
  /** Name of the person or key that moved the card. */
  by: string | undefined
  /** The commit that was refused. */
  head: string | undefined
  /** In milliseconds since the epoch, like the next one. */
  at: number | undefined
  /** When the service last tried it again, without success. */
  triedAt: number | undefined
}

/** A column whose stage has only a part of a card. */
interface PartlyIn {
  statusId: string
  /** Some of the files that lack the rest. */
  files: readonly string[]
}

/**
 * What a card is made of, for services that know its repository. Any part may be missing. [gap G26]
 */
export interface CardRepository {
  branch: string | undefined
  /** Its newest commit. */
  head: string | undefined
  isDeleted: boolean
  /** How many commits the branch has of its own. */
  commits: number | undefined
  /** Time of the newest commit, in milliseconds since the epoch. */
  committedAt: number | undefined
  author: string | undefined
  placedBy: PlacedBy | undefined
  /** The commit that brought the card into its column. */
  placedAt: string | undefined
  /** Time of that commit, in milliseconds since the epoch. */
  enteredAt: number | undefined
  /** The release that brought it. */
  release: string | undefined
  /** The commit that took the card out of the column after its own. */
  revertedBy: string | undefined
  /** In board order. */
  partly: readonly PartlyIn[]
  checks: readonly CardCheck[]
  pull: CardPull | undefined
  next: NextMove | undefined
  refusal: RefusedMove | undefined
}

/** What a service says of a whole board. [gap G26] */
export interface BoardFacts {
  web: BoardWeb | undefined
  /** Whether the repository is the remote of people's clones, and not a clone itself. */
  isShared: boolean
  /** Why the board shows the last state that its service could read; undefined while it follows. */
  problem: string | undefined
  /** Time of that state, in milliseconds since the epoch. */
  syncedAt: number | undefined
  /** The weakest role that may change the labels of cards. [gap G18] */
  cardLabelsMinRole: string | undefined
}

/** Links of a board's host, with a placeholder. */
export interface BoardWeb {
  /** Has {branch}. */
  branch: string | undefined
  /** Has {commit}. */
  commit: string | undefined
}

const NO_CHECKS: readonly CardCheck[] = []

/** Undefined when it isn't an object. Never throws. */
export function readCardRepository(json: unknown): CardRepository | undefined {
  if (!isObject(json)) return undefined
  return {
    branch: nonEmptyText(own(json, 'branch')),
    head: nonEmptyText(own(json, 'head')),
    isDeleted: own(json, 'isDeleted') === true,
    commits: countOf(own(json, 'commits')),
    committedAt: timeOf(own(json, 'committedAt')),
    author: nonEmptyText(own(json, 'author')),
    placedBy: knownValue(PLACED_BY, own(json, 'placedBy')),
    placedAt: nonEmptyText(own(json, 'placedAt')),
    enteredAt: timeOf(own(json, 'enteredAt')),
    release: nonEmptyText(own(json, 'release')),
    revertedBy: nonEmptyText(own(json, 'revertedBy')),
    partly: readPartly(json),
    checks: readChecks(own(json, 'checks')),
    pull: readPull(own(json, 'pull')),
    next: readNextMove(own(json, 'next')),
    refusal: readRefusal(own(json, 'refusal')),
  }
}

const NOWHERE: readonly PartlyIn[] = []
const MAX_PARTLY = 50
const MAX_FILES = 50

/** Columns whose stages have only a part of the card, in board order. */
function readPartly(repository: JsonObject): readonly PartlyIn[] {
  const json = own(repository, 'partly')
  if (!Array.isArray(json) || json.length === 0) return NOWHERE
  const all = json.slice(0, MAX_PARTLY).flatMap((item) => {
    const statusId = isObject(item) ? idOf(own(item, 'statusId')) : undefined
    const files = isObject(item) ? own(item, 'files') : undefined
    if (statusId === undefined) return []
    const names = Array.isArray(files) ? files.slice(0, MAX_FILES) : []
    return [{ statusId, files: names.flatMap((name) => nonEmptyText(name) ?? []) }]
  })
  // A column is named once.
  return [...new Map(all.map((part) => [part.statusId, part])).values()]
}

/** Never throws. */
export function readBoardFacts(json: JsonObject = {}): BoardFacts {
  return {
    web: readBoardWeb(own(json, 'web')),
    isShared: own(json, 'isShared') === true,
    problem: nonEmptyText(own(json, 'problem')),
    syncedAt: timeOf(own(json, 'syncedAt')),
    cardLabelsMinRole: nonEmptyText(own(json, 'cardLabelsMinRole')),
  }
}

/** Only https: a link of a service must not run anything. */
export function readBoardWeb(json: unknown): BoardWeb | undefined {
  if (!isObject(json)) return undefined
  const web = { branch: httpsLink(own(json, 'branch')), commit: httpsLink(own(json, 'commit')) }
  return (web.branch ?? web.commit) ? web : undefined
}

function readChecks(json: unknown): readonly CardCheck[] {
  if (!Array.isArray(json) || json.length === 0) return NO_CHECKS
  const checks = json.slice(0, MAX_CHECKS).flatMap((item) => readCheck(item) ?? [])
  // The last one of a name counts, as in the notes of a repository; two sources can have the same.
  return [...new Map(checks.map((check) => [`${check.source} ${check.name}`, check])).values()]
}

function readCheck(json: unknown): CardCheck | undefined {
  if (!isObject(json)) return undefined
  const name = nonEmptyText(own(json, 'name'))
  const state = knownValue(CHECK_STATES, own(json, 'state'))
  if (name === undefined || state === undefined) return undefined
  return {
    name,
    state,
    detail: nonEmptyText(own(json, 'detail')),
    url: httpsLink(own(json, 'url')),
    source: knownValue(CHECK_SOURCES, own(json, 'source')),
  }
}

function readRefusal(json: unknown): RefusedMove | undefined {
  if (!isObject(json)) return undefined
  return {
    by: nonEmptyText(own(json, 'by')),
    head: nonEmptyText(own(json, 'head')),
    at: timeOf(own(json, 'at')),
    triedAt: timeOf(own(json, 'triedAt')),
  }
}
