import { create } from 'zustand'
import { isObject, own } from '#contract/json.ts'
import { type Follows, NO_FOLLOWS } from '#model/followed-cards.ts'
import { createStorageEntry, readStringList } from './storage.ts'

interface FollowsState {
  /** By workspaceId. */
  boards: Readonly<Record<string, Follows>>
  /** Whether the system shows what happens to followed cards. */
  isNotifying: boolean
}

const NOTHING: FollowsState = { boards: {}, isNotifying: false }

const entry = createStorageEntry('trunkline.follows', readFollows)

/** What a person follows on this device. */
export const useFollowsStore = create<FollowsState>(() => NOTHING)

/** Loads what is stored, and takes over the changes of other tabs. */
export function loadFollows(): void {
  useFollowsStore.setState(entry.load())
  useFollowsStore.subscribe(entry.save)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === entry.key) useFollowsStore.setState(entry.parse(newValue))
  })
}

/** Ignores inherited properties: an id can be "constructor". */
function followsOf({ boards }: FollowsState, workspaceId: string): Follows {
  return Object.hasOwn(boards, workspaceId) ? (boards[workspaceId] ?? NO_FOLLOWS) : NO_FOLLOWS
}

export function useFollows(workspaceId: string): Follows {
  return useFollowsStore((state) => followsOf(state, workspaceId))
}

/** Follows a card by its id, or a person by name. Or ends that. */
export function toggleFollow(workspaceId: string, field: keyof Follows, value: string): void {
  const state = useFollowsStore.getState()
  const follows = followsOf(state, workspaceId)
  const others = follows[field].filter((other) => other !== value)
  const isFollowed = others.length < follows[field].length
  const changed = { ...follows, [field]: isFollowed ? others : [...others, value] }
  useFollowsStore.setState({ boards: { ...state.boards, [workspaceId]: changed } })
}

export function setNotifying(isNotifying: boolean): void {
  useFollowsStore.setState({ isNotifying })
}

/** Reads stored data of any shape. What can't be read is dropped. */
function readFollows(json: unknown): FollowsState {
  if (!isObject(json)) return NOTHING
  const stored = own(json, 'boards')
  const boards = Object.entries(isObject(stored) ? stored : {}).flatMap(([workspaceId, follows]) =>
    isObject(follows)
      ? [
          [
            workspaceId,
            {
              cards: readStringList(own(follows, 'cards')),
              people: readStringList(own(follows, 'people')),
            },
          ] as const,
        ]
      : [],
  )
  return { boards: Object.fromEntries(boards), isNotifying: own(json, 'isNotifying') === true }
}
