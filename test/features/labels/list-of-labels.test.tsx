import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { duplicateLabel } from '#messages/label-messages.ts'
import { messages } from '#service/messages/messages.ts'
import { pageOverService } from '#test/support/page.tsx'
import { openLabels } from '#test/support/steps.ts'

const { start } = pageOverService()

const labelNames = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('button', { name: /^Edit / })
    .map((button) => button.getAttribute('aria-label')?.slice('Edit '.length))

describe('the list of labels', () => {
  test('is sorted by name, number of cards, or color', async () => {
    const { keys } = await start()
    const { user, dialog } = await openLabels(keys.member)
    const byName = labelNames(dialog)
    expect(byName).toEqual([...byName].sort())
    await user.selectOptions(within(dialog).getByLabelText('Sort by'), 'use')
    const counts = within(dialog)
      .getAllByText(/^\d+ cards?$/)
      .map((node) => Number.parseInt(node.textContent ?? '', 10))
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    await user.selectOptions(within(dialog).getByLabelText('Sort by'), 'color')
    expect(labelNames(dialog)).not.toEqual(byName)
  })

  test('keeps the input of a form when another form opens or the search hides its label', async () => {
    const { keys } = await start()
    const { user, dialog } = await openLabels(keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'Edit bug' }))
    await user.clear(within(dialog).getByLabelText('Name'))
    await user.type(within(dialog).getByLabelText('Name'), 'defect')
    await user.click(within(dialog).getByRole('button', { name: 'Edit docs' }))
    await user.type(within(dialog).getByRole('searchbox', { name: 'Find a label' }), 'security')
    const fields = within(dialog).getAllByLabelText<HTMLInputElement>('Name')
    expect(fields.map((field) => field.value)).toEqual(['defect', 'docs'])
  })

  test('returns the focus to the edit button after Escape and Save, and to "New label" after Create', async () => {
    const { keys } = await start()
    const { user, dialog } = await openLabels(keys.member)
    const focused = () =>
      document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
    await user.click(within(dialog).getByRole('button', { name: 'Edit bug' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe('Edit bug'))
    await user.keyboard('{Enter}')
    await user.type(within(dialog).getByLabelText('Name'), ' report{Enter}')
    await waitFor(() => expect(focused()).toBe('Edit bug report'))
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), 'fresh{Enter}')
    await within(dialog).findByRole('button', { name: 'Edit fresh' })
    await waitFor(() => expect(focused()).toBe('New label'))
  })

  test('closes by Escape after a merge that began in the form of a label', async () => {
    const { keys } = await start()
    const { user, dialog } = await openLabels(keys.maintainer)
    await user.click(within(dialog).getByRole('button', { name: 'Edit bug' }))
    await user.click(within(dialog).getByRole('button', { name: 'Merge into…' }))
    const into = await screen.findByRole('combobox', { name: 'Merge into' })
    await user.selectOptions(into, 'docs')
    const question = into.closest('dialog')
    if (!question) throw new Error('The question is in no dialog.')
    await user.click(within(question).getByRole('button', { name: /^Merge/ }))
    await waitFor(() => expect(labelNames(dialog)).not.toContain('bug'))
    await waitFor(() => expect(into.isConnected).toBe(false))
    // What Escape does to a dialog in a browser.
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(dialog.isConnected).toBe(false))
  })

  test('warns about a duplicate name, but sends the request and shows the error of the service', async () => {
    const { keys } = await start()
    const { user, dialog } = await openLabels(keys.member)
    await user.click(within(dialog).getByRole('button', { name: 'New label' }))
    await user.type(within(dialog).getByLabelText('Name'), ' BUG ')
    expect(within(dialog).getByText(duplicateLabel('bug'))).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Create label' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      messages.problems.labelExists('BUG'),
    )
    await user.type(within(dialog).getByLabelText('Name'), '2')
    expect(within(dialog).queryByRole('alert'), 'the error for the previous name').toBeNull()
  })
})
