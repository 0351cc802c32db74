import { virtual } from '@guidepup/virtual-screen-reader'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { boardLoaded } from '#messages/filter-messages.ts'
import { useAnnouncer } from '#state/announcer.ts'
import { useHintsStore } from '#state/hints-store.ts'
import { connect, pageOverService, renderApp } from '#test/support/page.tsx'

/**
 * What a screen reader says in the main journeys, as text in `spoken/`: what was pressed, after a
 * ">", and what was said then. A change of a text there is a change for those who hear the page:
 * read it before you accept it with `vitest -u`.
 */

const { start } = pageOverService()

afterEach(() => virtual.stop())

/** Longer than what a person types is waited for before its result is announced. */
const QUIET_MS = 1_000
const MAX_PHRASES = 80

/** Collects what is pressed and what is said. */
class Transcript {
  readonly #lines: string[] = []
  #heard = 0

  static async of(container: HTMLElement = document.body): Promise<Transcript> {
    // Or else it would say each announcement twice.
    await virtual.stop()
    await virtual.start({ container })
    return new Transcript()
  }

  /** `press` is what a person does, for the transcript. */
  async after(press: string, act: () => Promise<unknown> | unknown): Promise<void> {
    await this.#quiet()
    this.#lines.push(`> ${press}`)
    await act()
    await this.#quiet()
  }

  /** Reads on, from where the reader is to the end of the container, or up to `count` phrases. */
  async readOn(count = MAX_PHRASES): Promise<void> {
    const { length } = await virtual.spokenPhraseLog()
    for (let index = 1; index < count; index += 1) {
      await virtual.next()
      const phrases = await virtual.spokenPhraseLog()
      // The reader begins again at the top.
      if (index > 1 && phrases.at(-1) === phrases[length - 1]) break
    }
    await this.#quiet()
  }

  /** Whether the board is live by now differs with each run. */
  text(): string {
    return `${this.#lines.join('\n')}\n`.replace(/as of \d\d:\d\d:\d\d/g, 'live')
  }

  /** Waits until nothing more is said, and writes down what was. */
  async #quiet(): Promise<void> {
    let length = -1
    while (length !== (await virtual.spokenPhraseLog()).length) {
      ;({ length } = await virtual.spokenPhraseLog())
      // Not in `act`, which would hold back what is rendered until the time is over.
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
    }
    const phrases = (await virtual.spokenPhraseLog()).slice(this.#heard)
    // An announcement that is taken back says nothing.
    this.#lines.push(...phrases.filter((phrase) => phrase !== 'polite: '))
    this.#heard = length
  }
}

/** Opens the board with a key, with the focus on a card. */
async function openOn(role: 'viewer' | 'member' | 'maintainer', card: RegExp) {
  const user = await openBoard(role)
  const element = screen.getByRole('article', { name: card })
  const transcript = await Transcript.of()
  await transcript.after(
    `the focus goes to ${element.getAttribute('aria-label') ?? 'the card'}`,
    () => act(() => element.focus()),
  )
  const press = (keysToPress: string) =>
    transcript.after(keysToPress, () => user.keyboard(keysToPress))
  /** All letters at once: only the result is of interest. */
  const type = (text: string) => transcript.after(text, () => user.paste(text))
  return { user, transcript, press, type }
}

function transcriptIs({ transcript, name }: { transcript: Transcript; name: string }) {
  return expect(transcript.text()).toMatchFileSnapshot(`./${name}.txt`)
}

test('the screen without a key', async () => {
  await start()
  renderApp()
  await screen.findByLabelText('API key')
  const transcript = await Transcript.of()
  await transcript.readOn()
  await transcriptIs({ transcript, name: 'connect' })
})

/** Opens the board with a key, and waits until all of it is there, also what loads later. */
async function openBoard(role: 'viewer' | 'member' | 'maintainer') {
  const { keys } = await start()
  // A hint comes when the page is idle.
  useHintsStore.setState({ isQuiet: true })
  const { user } = await connect(keys[role])
  await screen.findByRole('button', { name: 'Column actions for Queued' })
  await waitFor(() => expect(document.body.textContent).toContain(boardLoaded(60)))
  await waitFor(() => expect(useAnnouncer.getState().timer).toBeUndefined())
  return user
}

test('the board, from the top', async () => {
  await openBoard('member')
  const transcript = await Transcript.of()
  await transcript.readOn(48)
  await transcriptIs({ transcript, name: 'board' })
})

test('a viewer, from the main part of the page', async () => {
  await openBoard('viewer')
  const transcript = await Transcript.of(screen.getByRole('main'))
  await transcript.readOn(20)
  await transcriptIs({ transcript, name: 'viewer' })
})

test('a move by keys, and its undo', async () => {
  const { transcript, press } = await openOn('member', /^#101/)
  await press('{ArrowDown}')
  await press(']')
  await press('{Control>}z{/Control}')
  await transcriptIs({ transcript, name: 'move' })
})

test('a refused move', async () => {
  const { transcript, press } = await openOn('maintainer', /^#106/)
  await press(']')
  await press('{ArrowDown}')
  await press('{ArrowUp}')
  await transcriptIs({ transcript, name: 'refused-move' })
})

test('the columns to which a card can and can’t move', async () => {
  const { transcript, press } = await openOn('member', /^#104/)
  await press('m')
  for (let index = 0; index < 4; index += 1) await press('{ArrowDown}')
  await press('{Escape}')
  await transcriptIs({ transcript, name: 'move-menu' })
})

test('the panel of a blocked card', async () => {
  const { user } = await openOn('member', /^#115/)
  await user.keyboard('{Enter}')
  const transcript = await Transcript.of(await screen.findByRole('dialog'))
  await transcript.readOn()
  await transcriptIs({ transcript, name: 'panel' })
})

test('the labels of a card', async () => {
  const { transcript, press } = await openOn('member', /^#104/)
  await press('l')
  await press('front')
  await press('{Enter}')
  await transcriptIs({ transcript, name: 'card-labels' })
})

test('the filter', async () => {
  const { transcript, press, type } = await openOn('member', /^#104/)
  await press('/')
  await type('token')
  await transcriptIs({ transcript, name: 'filter' })
})

test('the command palette', async () => {
  const { transcript, press, type } = await openOn('member', /^#104/)
  await press('{Control>}k{/Control}')
  await type('token')
  await press('{ArrowDown}')
  await press('{Escape}')
  await transcriptIs({ transcript, name: 'palette' })
})

test('a selection of several cards', async () => {
  const { transcript, press } = await openOn('member', /^#101/)
  await press('x')
  await press('{Shift>}{ArrowDown}{/Shift}')
  await press('m')
  await press('{Escape}')
  await press('{Escape}')
  await transcriptIs({ transcript, name: 'selection' })
})

test('the labels of the board', async () => {
  const { user } = await openOn('maintainer', /^#104/)
  await user.keyboard('gl')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('accessibility')
  const transcript = await Transcript.of(dialog)
  await transcript.readOn(30)
  await transcriptIs({ transcript, name: 'labels' })
})
