import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react'

/** What is special about a card besides what it shows. */
export type CardMark = 'tab-stop' | 'open' | 'selected' | 'followed'

const NONE: ReadonlySet<string> = new Set()

/**
 * Which cards of a board have which mark. A change tells only the cards that it is about.
 * See .github/decisions/0010-plain-cards.md.
 */
export class CardMarks {
  readonly #cards = new Map<CardMark, ReadonlySet<string>>()
  /** By card id. */
  readonly #listeners = new Map<string, Set<() => void>>()

  /** The marks of a card, always in the same order. */
  of(cardId: string): string {
    return ALL.filter((mark) => this.#cards.get(mark)?.has(cardId)).join(' ')
  }

  /** These cards have the mark, and no others. */
  set(mark: CardMark, cardIds: ReadonlySet<string>): void {
    const before = this.#cards.get(mark) ?? NONE
    this.#cards.set(mark, cardIds)
    for (const cardId of before) if (!cardIds.has(cardId)) this.#tell(cardId)
    for (const cardId of cardIds) if (!before.has(cardId)) this.#tell(cardId)
  }

  /** Whether the card has an element: each follows its marks. */
  isFollowed(cardId: string): boolean {
    return this.#listeners.has(cardId)
  }

  /** Returns the function that ends it. */
  follow(cardId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(cardId) ?? new Set()
    this.#listeners.set(cardId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      const isLast = listeners.size === 0 && this.#listeners.get(cardId) === listeners
      if (isLast) this.#listeners.delete(cardId)
    }
  }

  #tell(cardId: string): void {
    for (const listener of this.#listeners.get(cardId) ?? []) listener()
  }
}

const ALL: readonly CardMark[] = ['tab-stop', 'open', 'selected', 'followed']

const CardMarksContext = createContext<CardMarks | undefined>(undefined)

export const CardMarksProvider = CardMarksContext.Provider

export function useCardMarks(): CardMarks {
  const marks = useContext(CardMarksContext)
  if (!marks) throw new Error('There is no board around.')
  return marks
}

/** Whether a card has a mark. Renders when a mark of this card changes. */
export function useCardMark(cardId: string): (mark: CardMark) => boolean {
  const marks = useCardMarks()
  const follow = useCallback(
    (listener: () => void) => marks.follow(cardId, listener),
    [marks, cardId],
  )
  const own = useSyncExternalStore(follow, () => marks.of(cardId)).split(' ')
  return (mark) => own.includes(mark)
}

/** Marks these cards as long as it is mounted. Use it once for each mark. */
export function useMarkedCards(
  mark: CardMark,
  cards: ReadonlySet<string> | string | undefined,
): void {
  const marks = useCardMarks()
  // Before the cards are painted.
  useLayoutEffect(() => {
    marks.set(mark, typeof cards === 'string' ? new Set([cards]) : (cards ?? NONE))
  }, [marks, mark, cards])
  useEffect(() => () => marks.set(mark, NONE), [marks, mark])
}
