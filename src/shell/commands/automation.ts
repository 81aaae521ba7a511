import { ActionsController } from '../../actions/actions.controller.js';
import { ActionsService } from '../../actions/actions.service.js';
import type { ActionView } from '../../actions/action.view.js';
import { EventExplanationsService } from '../../events/event-explanations.service.js';
import { UpdateEventDto } from '../../events/event.dto.js';
import { EventsController } from '../../events/events.controller.js';
import { EventsService } from '../../events/events.service.js';
import type { EventView } from '../../events/event.view.js';
import { bodyOf } from '../../common/body.js';
import { EXIT } from '../exit-status.js';
import type { Column } from '../render.js';
import { doneAnswer, listAnswer, objectAnswer } from './answers.js';
import { needed, rightOf, type Answer, type CommandContext, type ShellCommand } from './command.js';

const EVENTS: readonly Column<EventView>[] = [
  ['Id', ({ id }) => id],
  ['Name', ({ name }) => name],
  ['Enabled', ({ enabled }) => enabled],
  ['Triggered', ({ triggered }) => triggered],
  ['Code', ({ code }) => code],
  ['Actions', ({ actions }) => actions.join(',')],
];

const ACTIONS: readonly Column<ActionView>[] = [
  ['Id', ({ id }) => id],
  ['Name', ({ name }) => name],
  ['Enabled', ({ enabled }) => enabled],
  ['Code', ({ code }) => code],
  ['Parameters', ({ params }) => params.filter((param) => param !== '').join(', ')],
];

const listEvents = (context: CommandContext): Answer =>
  listAnswer(context, context.service(EventsService).list(context.caller.access), EVENTS);

const listActions = (context: CommandContext): Answer =>
  listAnswer(context, context.service(ActionsService).list(), ACTIONS);

async function enableEvent(context: CommandContext, enabled: boolean): Promise<Answer> {
  const events = context.service(EventsService);
  const { id } = events.find(needed(context, 0, 'an event'));
  const view = await events.update(String(id), await bodyOf(UpdateEventDto, { enabled }), context.caller);
  return doneAnswer(context, view, `Event ${id} is ${enabled ? 'enabled' : 'disabled'}.`);
}

function explainEvent(context: CommandContext): Answer {
  const event = context.service(EventsService).find(needed(context, 0, 'an event'));
  return objectAnswer(context, context.service(EventExplanationsService).of(event, context.caller.access));
}

async function testAction(context: CommandContext): Promise<Answer> {
  const actions = context.service(ActionsService);
  const { id } = actions.find(needed(context, 0, 'an action'));
  const outcome = await actions.test(String(id), context.options.has('dry-run'), context.caller);
  return { ...objectAnswer(context, outcome), status: outcome.ok ? EXIT.done : EXIT.refused };
}

const eventsRight = rightOf(EventsController, 'list');
const actionsRight = rightOf(ActionsController, 'list');

export const AUTOMATION_COMMANDS: readonly ShellCommand[] = [
  ...[
    ['show', 'events'],
    ['event', 'list'],
  ].map((words): ShellCommand => ({
    words,
    about: 'Lists the events.',
    right: eventsRight,
    run: listEvents,
  })),
  ...[
    ['show', 'actions'],
    ['action', 'list'],
  ].map((words): ShellCommand => ({
    words,
    about: 'Lists the actions.',
    right: actionsRight,
    run: listActions,
  })),
  ...[true, false].map((enabled): ShellCommand => ({
    words: ['event', enabled ? 'enable' : 'disable'],
    usage: '<event>',
    about: enabled ? 'Lets an event trigger.' : 'Stops an event from triggering.',
    right: rightOf(EventsController, 'update'),
    arity: [1, 1],
    run: (context) => enableEvent(context, enabled),
  })),
  {
    words: ['event', 'explain'],
    usage: '<event>',
    about: 'Explains the state of an event.',
    right: rightOf(EventsController, 'explain'),
    arity: [1, 1],
    run: explainEvent,
  },
  {
    words: ['action', 'test'],
    usage: '<action> [--dry-run]',
    about: 'Runs an action once; with --dry-run shows only what it would do.',
    right: rightOf(ActionsController, 'test'),
    arity: [1, 1],
    options: ['dry-run'],
    run: testAction,
  },
];
