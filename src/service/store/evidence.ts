import type {
  CheckSource,
  CheckState,
  EffectOnOther,
  MoveResult,
  PlacedBy,
  PullState,
  ReviewState,
} from '#contract/repository-values.ts'

/** What the last sync has read of a card's branch. */
export interface Evidence {
  /** The column that the placement belongs to. */
  stageId: number
  isDeleted: boolean
  /** Of its own; undefined if they were never seen. */
  commits?: number | undefined
  committedAt?: string | undefined
  author: string
  placedBy: PlacedBy
  placedAt?: string | undefined
  /** ISO 8601, of that commit. */
  enteredAt?: string | undefined
  release?: string | undefined
  revertedBy?: string | undefined
  /** Further stages that have only a part of it, with some of the files that lack the rest. */
  partly?: readonly { stageId: number; files: readonly string[] }[] | undefined
}

interface StoredCheck {
  name: string
  state: CheckState
  detail?: string | undefined
  /** Of a page about it. */
  url?: string | undefined
  /** Undefined for what only the configuration names. */
  source?: CheckSource | undefined
}

/** The commit of the next column that a card conflicts with, and the card that it brought. */
interface StoredConflict {
  commit: string
  author: string
  /** ISO 8601. */
  at: string
  number?: number | undefined
}

/** What is known of a card's newest commit: its checks, and what its next move would do. */
export interface Preview {
  head: string
  checks: readonly StoredCheck[]
  /** From one column into the next. */
  next?:
    | {
        fromStageId: number
        toStageId: number
        result: MoveResult
        detail?: string | undefined
        others?: readonly { number: number; effect: EffectOnOther }[] | undefined
        /** Of the next column, if merging it into the card resolves the conflict. */
        branch?: string | undefined
        against?: StoredConflict | undefined
      }
    | undefined
}

/** The pull request of a card's branch. */
export interface Pull {
  number: number
  url?: string | undefined
  state: PullState
  /** Undefined until it is known. */
  review?: ReviewState | undefined
  /** The branch that it changes. */
  target: string
  /** Newest commit of its branch, as the forge knows it. */
  head: string
}

/** The last refused move of a card. It counts while the card is blocked. */
export interface Refusal {
  /** Name of the key. */
  by: string
  /** The commit that was refused. */
  head: string
  /** When it was last tried again, without success. */
  triedAt?: string | undefined
}

/** The branch of a card, with JSON as it's stored. */
export interface StoredEvidence {
  name: string
  head: string
  evidence: string | null
  preview: string | null
  refusal: string | null
  pull: string | null
}

/** Evidence, Preview, Refusal, and Pull as JSON. Another version of the program can have written them. */
export function parseStored<Value>(text: string | null): Value | undefined {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
