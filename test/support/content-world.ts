import { execFileSync } from 'node:child_process'
import { FactFinder } from '#service/repository/contents/find-facts.ts'
import type { NetChange } from '#service/repository/contents/net-changes.ts'
import type { StageFact } from '#service/repository/contents/stage-facts.ts'
import { Git } from '#service/repository/git/git.ts'
import { MergeAttributes } from '#service/repository/git/merge-attributes.ts'
import type { Repository } from '#service/repository/git/repository.ts'
import type { Promotion } from '#service/repository/promotion/commit-as.ts'
import { planMovingBack } from '#service/repository/promotion/plan-moving-back.ts'
import { planPromotion } from '#service/repository/promotion/plan-promotion.ts'
import { createBareCopy, createRepository } from './git-repository.ts'

const LINES = 60
const STAGES = ['main', 'staging'] as const
type Stage = (typeof STAGES)[number]
type Files = Readonly<Record<string, string>>
type Verdict = StageFact['verdict']

/**
 * Operations on a card, and on the stages. By the board: P promotes to main, Q to staging through
 * main, B moves back to work, D from staging to main. By people: C commits on the branch, A replaces
 * its commits with one, U pulls main into it, S squashes and G merges it into main, R and T revert
 * the newest commit of main and of staging, M merges main into staging, and O is somebody else's
 * commit on main.
 */
export const OPERATIONS = 'PQBDCAUSGRTMO'

/** Twice in a row, these do nothing the second time. */
const IDEMPOTENT = 'PQBDUSGMA'

/** A part of a card: a file of its own, or a line of a file that all share. */
interface Part {
  text: string
  line: number | undefined
}

interface CardState {
  branch: string
  net: NetChange | undefined
  facts: readonly StageFact[]
  parts: readonly Part[]
}

/** Refs, and what the board knows of them. */
export interface World {
  stages: Readonly<Record<Stage, string>>
  cards: readonly CardState[]
  /** Files of others, and the commits on main that brought them. */
  others: readonly { file: string; commit: string }[]
}

/** One operation; a second card has a digit behind its letter. */
export interface Step {
  operation: string
  card: number
}

export function stepsOf(operations: string, cards: number): Step[] {
  return [...operations].flatMap((operation) => {
    const isOfStage = 'RTMO'.includes(operation)
    return Array.from({ length: isOfStage ? 1 : cards }, (_, card) => ({ operation, card }))
  })
}

export function nameOf(steps: readonly Step[]): string {
  return steps.map(({ operation, card }) => `${operation}${card > 0 ? card + 1 : ''}`).join('')
}

/** Whether a step after another one can change something. */
export function canFollow(step: Step, last: Step | undefined): boolean {
  const isSame = last?.operation === step.operation && last.card === step.card
  return !isSame || !IDEMPOTENT.includes(step.operation)
}

/**
 * Worlds of one repository. What the board says of them is computed by the same code as for a real
 * board; what is there is read from the files alone.
 */
export class ContentWorlds {
  readonly #git: (args: readonly string[], input?: string) => string
  readonly #repository: Repository
  readonly #finder: FactFinder
  readonly #trees = new Map<string, Files>()
  readonly #commits = new Map<string, { tree: string; parents: readonly string[] }>()
  /** Of operations that depend on commits alone. */
  readonly #known = new Map<string, string | undefined>()
  readonly #ancestors = new Map<string, ReadonlySet<string>>()

  /** `text` makes the contents of a file of a card. */
  constructor(private readonly text: (part: string) => string = (part) => `${part}\n`) {
    const { path } = createBareCopy(createRepository(['staging']))
    this.#git = (args, input = '') => {
      const env = { PATH: process.env.PATH, ...PERSON }
      return execFileSync('git', ['-C', path, ...args], { env, input, stdio: 'pipe' })
        .toString()
        .trim()
    }
    const git = new Git(path)
    const objects = `${path}/objects`
    const places = { git, merges: git, objects, attributes: new MergeAttributes() }
    this.#repository = { source: path, name: 'test', ...places, isRemote: false }
    this.#finder = new FactFinder(this.#repository)
  }

  /** Each card has a commit. A stacked one begins on the one before it. */
  start({ cards, isStacked = false }: { cards: number; isStacked?: boolean }): Promise<World> {
    const lines = Array.from({ length: LINES }, (_, line) => `line ${line}`)
    const start = this.#commit(this.#writeTree({ 'app.txt': `${lines.join('\n')}\n` }), [])
    const card = { branch: start, net: undefined, facts: [], parts: [] }
    let world: World = {
      stages: { main: start, staging: start },
      cards: Array.from({ length: cards }, () => card),
      others: [],
    }
    for (let index = 0; index < cards; index += 1) {
      const below = isStacked ? world.cards[index - 1]?.branch : undefined
      if (below !== undefined) world = withCard(world, index, { branch: below })
      world = this.#addCommit(world, index)
    }
    return this.#sync(world)
  }

  /** The world after a step, as the board sees it. */
  async run(world: World, { operation, card }: Step): Promise<World> {
    const changed = 'PQBD'.includes(operation)
      ? await this.#move(world, operation, card)
      : this.#byPeople(world, operation, card)
    return this.#sync(changed)
  }

  /** What the board says, and what is there, where they differ. */
  differences(world: World, steps: readonly Step[]): string[] {
    const found = world.cards.flatMap((card, index) =>
      STAGES.flatMap((stage) => {
        const says = card.facts.find(({ branch }) => branch === stage)?.verdict ?? 'absent'
        const truth = this.#truth(world, card, stage)
        return says === truth ? [] : [`card ${index + 1} on ${stage}: ${says}, in fact ${truth}`]
      }),
    )
    const takesOut = steps.some(({ operation }) => 'RTBD'.includes(operation))
    return takesOut ? found : [...found, ...this.#lost(world)]
  }

  /**
   * A part that the branch itself has lost, as by a revert that was pulled, isn't the card's. A part
   * of another card is, when the branch brings it.
   */
  #truth(world: World, { net, parts }: CardState, stage: Stage): Verdict {
    const [before, after] = [this.#readTree(net?.base ?? ''), this.#readTree(net?.head ?? '')]
    const there = this.#readTree(this.#treeOf(world.stages[stage]))
    const all = world.cards.flatMap((card) => card.parts)
    const isOwn = (part: Part) =>
      hasPart(after, part) && (parts.includes(part) || !hasPart(before, part))
    const found = all.filter(isOwn).map((part) => hasPart(there, part))
    if (!found.includes(true)) return 'absent'
    return found.includes(false) ? 'partly' : 'present'
  }

  /** Files of others that a stage claims by ancestry, and doesn't have. */
  #lost({ stages, others }: World): string[] {
    return STAGES.flatMap((stage) => {
      const files = this.#readTree(this.#treeOf(stages[stage]))
      const ancestors = this.#ancestorsOf(stages[stage])
      return others.flatMap(({ file, commit }) =>
        ancestors.has(commit) && !(file in files) ? [`${file} is lost on ${stage}`] : [],
      )
    })
  }

  async #sync(world: World): Promise<World> {
    const stages = STAGES.map((branch) => {
      const tip = world.stages[branch]
      return { branch, tip, contains: (commit: string) => this.#ancestorsOf(tip).has(commit) }
    })
    const heads = world.cards.map(({ branch, net, facts }, index) => {
      return { name: `card/${index + 1}`, head: branch, net, facts }
    })
    const { nets, facts } = await this.#finder.find(stages, heads)
    const cards = world.cards.map((card, index) => {
      const name = `card/${index + 1}`
      return { ...card, net: nets.get(name), facts: facts.get(name) ?? [] }
    })
    return { ...world, cards }
  }

  async #move(world: World, operation: string, card: number): Promise<World> {
    const { branch, net } = world.cards[card] ?? {}
    for (const stage of STAGES) {
      this.#git(['update-ref', `refs/heads/${stage}`, world.stages[stage]])
    }
    const branches = { P: ['main'], Q: STAGES, B: STAGES, D: ['staging'] }[operation] ?? []
    const name = `card/${card + 1}`
    const promotion: Promotion = {
      ...{ intentId: '', actor: 'test', actorName: 'Test', branches, name, net },
      head: branch ?? '',
      card: { number: card + 1, title: 'Card' },
      signal: new AbortController().signal,
    }
    const plan = 'PQ'.includes(operation)
      ? await planPromotion(this.#board(world), promotion)
      : await planMovingBack(this.#board(world), promotion)
    const updates = 'updates' in plan ? plan.updates : []
    const stages = { ...world.stages }
    for (const { ref, newCommit } of updates) {
      const stage = STAGES.find((one) => ref === `refs/heads/${one}`)
      if (stage) stages[stage] = newCommit
    }
    return { ...world, stages }
  }

  /** As a board has it after a sync. */
  #board(world: World) {
    const cards = world.cards.map((card, index) => [`card/${index + 1}`, card] as const)
    const verdictOn = (name: string, { branch }: { branch: string }) =>
      new Map<string, CardState>(cards).get(name)?.facts.find((fact) => fact.branch === branch)
        ?.verdict
    return {
      repository: this.#repository,
      facts: this.#finder,
      nets: new Map(cards.flatMap(([name, { net }]) => (net ? [[name, net] as const] : []))),
      verdictOn,
    }
  }

  #byPeople(world: World, operation: string, card: number): World {
    if (operation === 'C') return this.#addCommit(world, card)
    if (operation === 'O') return this.#addOther(world)
    if ('AU'.includes(operation)) {
      const branch = this.#onBranch(world, operation, card)
      return withCard(world, card, { branch })
    }
    const stage: Stage = 'TM'.includes(operation) ? 'staging' : 'main'
    const tip = this.#onStage(world, operation, card)
    return { ...world, stages: { ...world.stages, [stage]: tip } }
  }

  /** A new file, and a line of the file that all share. */
  #addCommit(world: World, card: number): World {
    const { branch = '', parts = [] } = world.cards[card] ?? {}
    const commit = parts.length / 2
    const name = `card-${card + 1}-${commit}.txt`
    const line = 4 + 7 * commit + 25 * card
    const changed = `changed by ${card + 1}, ${commit}`
    const before = this.#readTree(this.#treeOf(branch))
    const files = edited({ ...before, [name]: this.text(name) }, line, changed)
    return withCard(world, card, {
      branch: this.#commit(this.#writeTree(files), [branch]),
      parts: [...parts, { text: name, line: undefined }, { text: changed, line }],
    })
  }

  #addOther(world: World): World {
    const file = `other-${world.others.length + 1}.txt`
    const { main } = world.stages
    const files = { ...this.#readTree(this.#treeOf(main)), [file]: 'other\n' }
    const lines = edited(files, 57 - 3 * world.others.length, `by ${file}`)
    const commit = this.#commit(this.#writeTree(lines), [main])
    return {
      ...world,
      stages: { ...world.stages, main: commit },
      others: [...world.others, { file, commit }],
    }
  }

  #onBranch({ stages: { main }, cards }: World, operation: string, card: number): string {
    const branch = cards[card]?.branch ?? ''
    if (this.#ancestorsOf(main).has(branch)) return operation === 'U' ? main : branch
    if (operation === 'U') {
      if (this.#ancestorsOf(branch).has(main)) return branch
      const tree = this.#merge(branch, main)
      return tree === undefined ? branch : this.#commit(tree, [branch, main])
    }
    // One commit with the same files, on the newest commit that main has, too.
    const base = this.#git(['merge-base', branch, main])
    return this.#commit(this.#treeOf(branch), [base], 'In one commit')
  }

  #onStage({ stages: { main, staging }, cards }: World, operation: string, card: number): string {
    const branch = cards[card]?.branch ?? ''
    if ('RT'.includes(operation)) {
      const tip = operation === 'R' ? main : staging
      const [before] = this.#commits.get(tip)?.parents ?? []
      return before === undefined ? tip : this.#commit(this.#treeOf(before), [tip], 'Revert')
    }
    const [ours, theirs] = operation === 'M' ? [staging, main] : [main, branch]
    if (this.#ancestorsOf(ours).has(theirs)) return ours
    const tree = this.#merge(ours, theirs)
    if (tree === undefined || (operation !== 'M' && tree === this.#treeOf(ours))) return ours
    return this.#commit(tree, operation === 'S' ? [ours] : [ours, theirs])
  }

  /** The tree, as git merges two commits; undefined for a conflict. */
  #merge(ours: string, theirs: string): string | undefined {
    return this.#remember(`merge ${ours} ${theirs}`, () => {
      try {
        return this.#git(['merge-tree', '--write-tree', ours, theirs])
      } catch {
        return undefined
      }
    })
  }

  #commit(tree: string, parents: readonly string[], message = 'Change'): string {
    const key = `commit ${tree} ${parents.join(' ')} ${message}`
    const args = ['commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-m', message]
    const id = this.#remember(key, () => this.#git(args)) ?? ''
    this.#commits.set(id, { tree, parents })
    return id
  }

  #treeOf(commit: string): string {
    return this.#read(commit).tree
  }

  /** The board makes commits, too. */
  #read(commit: string): { tree: string; parents: readonly string[] } {
    const known = this.#commits.get(commit)
    if (known) return known
    const [tree = '', ...parents] = this.#git(['log', '-1', '--format=%T %P', commit]).split(' ')
    const read = { tree, parents: parents.filter(Boolean) }
    this.#commits.set(commit, read)
    return read
  }

  #ancestorsOf(commit: string): ReadonlySet<string> {
    const known = this.#ancestors.get(commit)
    if (known) return known
    const found = new Set([commit])
    for (const id of found) for (const parent of this.#read(id).parents) found.add(parent)
    this.#ancestors.set(commit, found)
    return found
  }

  #writeTree(files: Files): string {
    const names = Object.keys(files).sort()
    const entries = names.map((name) => `100644 blob ${this.#blob(files[name] ?? '')}\t${name}\n`)
    const text = entries.join('')
    const tree = this.#remember(`tree ${text}`, () => this.#git(['mktree'], text)) ?? ''
    this.#trees.set(tree, files)
    return tree
  }

  #blob(text: string): string {
    const write = () => this.#git(['hash-object', '-w', '--stdin'], text)
    return this.#remember(`blob ${text}`, write) ?? ''
  }

  #readTree(tree: string): Files {
    const known = this.#trees.get(tree)
    if (known) return known
    const lines = this.#git(['ls-tree', tree]).split('\n').filter(Boolean)
    const files = Object.fromEntries(
      lines.map((line) => {
        const [meta = '', name = ''] = line.split('\t')
        const blob = meta.split(' ')[2] ?? ''
        const read = () => `${this.#git(['cat-file', 'blob', blob])}\n`
        return [name, this.#remember(`text ${blob}`, read) ?? '']
      }),
    )
    this.#trees.set(tree, files)
    return files
  }

  #remember(key: string, find: () => string | undefined): string | undefined {
    if (!this.#known.has(key)) this.#known.set(key, find())
    return this.#known.get(key)
  }
}

const PERSON = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Ada'],
    [`GIT_${who}_EMAIL`, 'ada@example.test'],
    [`GIT_${who}_DATE`, '1700000000 +0000'],
  ]),
)

function withCard(world: World, card: number, change: Partial<CardState>): World {
  const cards = world.cards.map((one, index) => (index === card ? { ...one, ...change } : one))
  return { ...world, cards }
}

function hasPart(files: Files, { text, line }: Part): boolean {
  return line === undefined ? text in files : files['app.txt']?.split('\n')[line] === text
}

function edited(files: Files, line: number, text: string): Files {
  const lines = (files['app.txt'] ?? '').split('\n')
  lines[line] = text
  return { ...files, 'app.txt': lines.join('\n') }
}
