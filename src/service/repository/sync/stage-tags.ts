import { type BoardConfig, tagPatternOf } from '../config/board-config.ts'
import { Releases } from '../contents/releases.ts'
import type { Git } from '../git/git.ts'
import { readTags, type Tag } from '../git/read-tags.ts'
import { isInStage } from './place-card.ts'
import type { RepositoryState } from './read-repository.ts'

/** Tags by the patterns of columns. */
export type TagsByPattern = ReadonlyMap<string, readonly Tag[]>

/** The tags of the stages that are releases. */
export class StageTags {
  /** By pattern. */
  readonly #releases = new Map<string, Releases>()

  constructor(private readonly git: Git) {}

  async read({ columns }: Pick<BoardConfig, 'columns'>): Promise<TagsByPattern> {
    const patterns = columns.flatMap(({ rule }) => tagPatternOf(rule) ?? [])
    const found = new Map<string, readonly Tag[]>()
    for (const pattern of patterns) found.set(pattern, await readTags(this.git, pattern))
    return found
  }

  /** The oldest release that has each card, by the card's branch. */
  async releasesOf(
    state: RepositoryState,
    { columns }: Pick<BoardConfig, 'columns'>,
    cards: readonly { name: string; head: string }[],
  ): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const [stage, { rule }] of columns.entries()) {
      const pattern = tagPatternOf(rule)
      const tags = state.tags[stage]
      if (pattern === undefined || !tags) continue
      const released = cards.filter((card) => isInStage(state, card, stage))
      const commits = new Map(released.map((card) => [card.name, commitOf(state, card, stage)]))
      const releases = this.#releases.get(pattern) ?? new Releases(this.git, pattern)
      this.#releases.set(pattern, releases)
      const names = await releases.find(tags, [...new Set(commits.values())])
      for (const [name, commit] of commits) {
        const release = names.get(commit)
        if (release !== undefined) found.set(name, release)
      }
    }
    return found
  }
}

/** What a release has of a card: its newest commit, or one with the same changes. */
function commitOf(
  { facts, stageNames }: RepositoryState,
  { name, head }: { name: string; head: string },
  stage: number,
): string {
  const fact = facts.get(name)?.find(({ branch }) => branch === stageNames[stage])
  return fact?.broughtBy ?? head
}

/** Whatever changes when a tag does. */
export function tagsText(tags: TagsByPattern): string[] {
  return [...tags.values()].flat().map(({ name, commit }) => `tag ${name} ${commit}`)
}
