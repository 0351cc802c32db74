import { create } from 'zustand'
import { type BoardRef, type BoardSession, isSameBoard } from '#model/board-ref.ts'

/** Something that happened to a card while this page was open. */
export interface SeenActivity {
  board: BoardRef
  cardId: string
  /** In milliseconds since the epoch. */
  at: number
  /** A sentence with the name of the card. */
  message: string
  /** By the person at this page, and not by others or the repository. */
  isOwn: boolean
  isFollowed: boolean
}

export type ActivityEntry = SeenActivity & { id: number }

interface ActivityState {
  /** Newest first. */
  entries: readonly ActivityEntry[]
  /** Changes of followed cards since the person was last at this page. */
  unseenCount: number
  /**
   * Changes of loads up to this time, from `monotonicNow()`, are recorded. By `sessionKey`, because
   * boards load apart.
   */
  recordedUntil: Readonly<Record<string, number>>
}

/** See .github/decisions/0015-activity-and-follows.md. */
export const useActivityStore = create<ActivityState>(() => ({
  entries: [],
  unseenCount: 0,
  recordedUntil: {},
}))

/** Older ones are forgotten. */
const MAX_ENTRIES = 1_000

/** Of one moment. */
export function recordActivity(activities: readonly SeenActivity[]): void {
  const { entries } = useActivityStore.getState()
  const nextId = (entries[0]?.id ?? 0) + 1
  const added = activities.map((activity, index) => ({ ...activity, id: nextId + index }))
  useActivityStore.setState({ entries: [...added.reverse(), ...entries].slice(0, MAX_ENTRIES) })
}

/** Of all boards of a key. */
export function forgetActivity(keyId: string): void {
  const { entries } = useActivityStore.getState()
  useActivityStore.setState({ entries: entries.filter(({ board }) => board.keyId !== keyId) })
}

/** By the person at this page. */
export function recordOwnActivity(
  { keyId, workspaceId }: BoardRef,
  cardId: string,
  message: string,
): void {
  const board = { keyId, workspaceId }
  recordActivity([{ board, cardId, at: Date.now(), message, isOwn: true, isFollowed: false }])
}

/** Which activities a person wants to see. */
export const ACTIVITY_KINDS = ['all', 'others', 'own', 'followed'] as const

export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

const IS_OF_KIND: Readonly<Record<ActivityKind, (entry: SeenActivity) => boolean>> = {
  all: () => true,
  others: ({ isOwn }) => !isOwn,
  own: ({ isOwn }) => isOwn,
  followed: ({ isFollowed }) => isFollowed,
}

/** Of one board, newest first. */
export function activitiesOf(
  entries: readonly ActivityEntry[],
  board: BoardRef,
  kind: ActivityKind,
): ActivityEntry[] {
  return entries.filter((entry) => isSameBoard(entry.board, board) && IS_OF_KIND[kind](entry))
}

export function addUnseen(count: number): void {
  useActivityStore.setState(({ unseenCount }) => ({ unseenCount: unseenCount + count }))
}

export function clearUnseen(): void {
  if (useActivityStore.getState().unseenCount > 0) useActivityStore.setState({ unseenCount: 0 })
}

/** Which loads of a board with its project belong together. */
export function sessionKey({ keyId, workspaceId, projectId = '' }: BoardSession): string {
  return JSON.stringify([keyId, workspaceId, projectId])
}
