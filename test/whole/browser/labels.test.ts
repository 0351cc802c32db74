import { expect, test } from 'vitest'
import {
  cardCount,
  created,
  deleted,
  deletionEffect,
  labelsFound,
  noMatchingLabel,
} from '#messages/label-messages.ts'
import { needsRole } from '#messages/permission-messages.ts'
import { messages } from '#service/messages/messages.ts'
import { announced, boxOf, cardOf, openPage, rendered, signIn } from '#test/support/browser.ts'
import { endToEnd } from '#test/support/browser-suite.ts'

const running = endToEnd()

async function labelsOnServer(): Promise<
  { id: string; name: string; color: string; taskCount: number }[]
> {
  const response = await fetch(`${running.board.url}v1/labels`, {
    headers: { Authorization: `Bearer ${running.board.keys.viewer}` },
  })
  return response.json()
}

test('a maintainer creates, renames, recolors, and deletes a label, and the service stores each change', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page.getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await dialog.getByRole('list', { name: 'Labels of this board' }).waitFor()
  await dialog.getByRole('button', { name: 'New label' }).click()
  await dialog.getByLabel('Name').fill('needs design')
  expect(await dialog.getByRole('radiogroup', { name: 'Color' }).getByRole('radio').count()).toBe(
    12,
  )
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const edges = await boxOf(dialog)
    const boxes = await Promise.all((await dialog.getByRole('radio').all()).map(boxOf))
    expect(new Set(boxes.map(({ x }) => x)).size, `columns at ${width} px`).toBe(6)
    expect(new Set(boxes.map(({ y }) => y)).size, `rows at ${width} px`).toBe(2)
    for (const box of boxes) {
      expect(box.x).toBeGreaterThanOrEqual(edges.x)
      expect(box.x + box.width).toBeLessThanOrEqual(edges.x + edges.width)
    }
  }
  await dialog.getByRole('radio', { name: 'pink' }).check()
  // The name of the chosen color is written out.
  await dialog.getByRole('radiogroup').getByText('pink', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Create label' }).click()
  await dialog.getByRole('button', { name: 'Edit needs design' }).waitFor()
  expect(await labelsOnServer()).toContainEqual(
    expect.objectContaining({ name: 'needs design', color: 'pink', taskCount: 0 }),
  )

  await dialog.getByRole('button', { name: 'Edit needs design' }).click()
  await dialog.getByLabel('Name').fill('design')
  await dialog.getByRole('radio', { name: 'indigo' }).check()
  await dialog.getByRole('button', { name: 'Save label' }).click()
  await dialog.getByRole('button', { name: 'Edit design' }).waitFor()
  expect(await labelsOnServer()).toContainEqual(
    expect.objectContaining({ name: 'design', color: 'indigo' }),
  )

  const bugs = (await labelsOnServer()).find((label) => label.name === 'bug')?.taskCount ?? 0
  await dialog.getByText(cardCount(bugs)).first().waitFor()
  await dialog.getByRole('button', { name: 'Delete bug' }).click()
  const confirmDialog = page.getByRole('alertdialog')
  await confirmDialog.getByText(deletionEffect(bugs, bugs)).waitFor()
  const deleteButton = confirmDialog.getByRole('button', { name: 'Delete label' })
  expect(await deleteButton.getAttribute('aria-disabled')).toBe('true')
  await confirmDialog.getByLabel('Type bug to delete it.').fill('bug')
  await deleteButton.click()
  await confirmDialog.waitFor({ state: 'detached' })
  expect((await labelsOnServer()).map((label) => label.name)).not.toContain('bug')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await cardOf(page, 111).getByText('bug').count()).toBe(0)
})

test('the label form shows the service’s message and keeps the typed name when the name is a duplicate', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await dialog.getByRole('button', { name: 'New label' }).click()
  await dialog.getByLabel('Name').fill('API')
  await dialog.getByRole('button', { name: 'Create label' }).click()
  await dialog.getByRole('alert').getByText(messages.problems.labelExists('API')).waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('API')
})

test('a member can’t delete a label, and the disabled button has the reason as its description', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.getByRole('button', { name: 'Labels' }).click()
  const deleteButton = page.getByRole('button', { name: 'Delete docs' })
  await deleteButton.waitFor()
  expect(await deleteButton.getAttribute('aria-disabled')).toBe('true')
  const reason = await deleteButton.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${reason}"]`).textContent()).toContain(
    needsRole('maintainer', 'member'),
  )
  await deleteButton.click({ force: true })
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})

test('editing a card’s labels from its menu keeps the labels that the person did not change', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.getByRole('button', { name: 'Actions for #114 Stream exports' }).click()
  await page.getByRole('menuitem', { name: 'Edit labels' }).click()
  const panel = page.getByRole('complementary', {
    name: '#114 Stream exports instead of building them in memory',
  })
  const labels = panel.getByRole('group', { name: 'Labels' })
  await labels.getByRole('checkbox', { name: 'docs' }).check()
  await labels.getByRole('checkbox', { name: 'customer' }).uncheck()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect
    .poll(async () => {
      const response = await fetch(`${running.board.url}v1/board`, {
        headers: { Authorization: `Bearer ${running.board.keys.viewer}` },
      })
      const body: { columns: { tasks: { number: number; labels: string[] }[] }[] } =
        await response.json()
      const ids =
        body.columns.flatMap((column) => column.tasks).find((task) => task.number === 114)
          ?.labels ?? []
      const names = new Map((await labelsOnServer()).map((label) => [label.id, label.name]))
      return ids.map((id) => names.get(id))
    })
    .toEqual(['performance', 'api', 'database', 'docs'])
})

test('the label form keeps the typed name when Escape is pressed outside the form or a mouse drag ends outside the dialog', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page.getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await dialog.getByRole('button', { name: 'New label' }).click()
  const field = dialog.getByLabel('Name')
  await field.fill('half written')
  await dialog.getByRole('searchbox').focus()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape')
  await rendered(page)
  expect(await field.inputValue()).toBe('half written')
  expect(await dialog.evaluate((element) => (element as HTMLDialogElement).matches(':modal'))).toBe(
    true,
  )
  const box = await field.boundingBox()
  if (!box) throw new Error('Not on the screen')
  await page.mouse.move(box.x + 60, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(20, 20, { steps: 5 })
  await page.mouse.up()
  expect(await field.inputValue()).toBe('half written')
  await field.press('Escape')
  await page.mouse.click(20, 20)
  await dialog.waitFor({ state: 'detached' })
})

test('the label manager shows what was done last, and marks the label', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.maintainer)
  await page.getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await dialog.getByRole('button', { name: 'New label' }).click()
  await dialog.getByLabel('Name').fill('zoning')
  await dialog.getByRole('button', { name: 'Create label' }).click()
  const news = dialog.locator('p:not([role]) > bdi')
  await expect.poll(() => news.innerText()).toBe(created('zoning'))
  const row = dialog.locator('[data-new]')
  await expect.poll(() => row.innerText()).toContain('zoning')
  const [list, box] = [await boxOf(dialog.locator('[data-scroller]')), await boxOf(row)]
  expect(box.y).toBeGreaterThanOrEqual(list.y - 1)
  expect(box.y + box.height).toBeLessThanOrEqual(list.y + list.height + 1)
  await dialog.getByRole('button', { name: 'Delete zoning' }).click()
  // The question takes the place of the list.
  expect(await page.locator('dialog[open]:visible').count()).toBe(1)
  await page.getByRole('button', { name: 'Delete label' }).click()
  await expect.poll(() => news.innerText()).toBe(deleted('zoning'))
  expect(await dialog.locator('[data-new]').count()).toBe(0)
})

test('the error of a label form is beside its field, and a search is announced', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member)
  await page.getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await dialog.getByRole('button', { name: 'New label' }).click()
  const field = dialog.getByLabel('Name')
  await field.fill('API')
  await dialog.getByRole('button', { name: 'Create label' }).click()
  const error = dialog.getByRole('alert')
  await error.getByText(messages.problems.labelExists('API')).waitFor()
  const [input, text] = [await boxOf(field), await boxOf(error)]
  expect(text.y - (input.y + input.height)).toBeLessThan(24)
  await page.keyboard.press('Escape')
  const search = dialog.getByRole('searchbox')
  await search.fill('front')
  await announced(page, labelsFound('front', 1))
  await search.fill('nothing like this')
  await announced(page, noMatchingLabel('nothing like this'))
})

test('a label for all visible cards has one summary with one Undo', async () => {
  const { page } = await openPage(running.browser)
  await signIn(page, running.board.url, running.board.keys.member, '?priority=urgent')
  await page
    .getByRole('banner')
    .getByText(/^\d+ of 60 cards$/)
    .waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Label visible cards…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Label visible cards' })
  await dialog.getByRole('checkbox', { name: /^docs( |$)/ }).click()
  await dialog.getByRole('button', { name: /^Apply to/ }).click()
  await dialog.waitFor({ state: 'detached' })
  const toast = page.locator('[data-toast]')
  await toast.getByText(/^\d+ changed/).waitFor()
  expect(await toast.count()).toBe(1)
  await announced(page, /^\d+ changed/)
  const labeled = page.locator('article').getByText('docs')
  const count = await labeled.count()
  expect(count).toBeGreaterThan(0)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => labeled.count()).toBeLessThan(count)
})
