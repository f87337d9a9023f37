import assert from 'node:assert/strict';
import { updatePlan, type AgentCall } from '../../extension/product';
import { dependency, setStatus } from '../../extension/stories/planCalls';
import { assertAccepted, callsIn } from '../conversation';
import type { FieldStep } from '../fieldPlan';
import type { Action } from './action';
import { revisionOf, someChat } from './writing';

const AVAILABLE: AgentCall = { name: 'get_available_tasks', input: {} };

export const tiedSteps: readonly Action[] = [
  {
    name: 'a subtask, a prerequisite, and what can be worked on',
    weight: 6,
    isPossible: (world) => world.wholeToolset && world.talkable.length > 0,
    run: async (world) => {
      const chat = someChat(world);
      const [waits, first, parent] = world.writer
        .newSteps(chat.topic, 3)
        .map((step): FieldStep => ({ ...step, status: 'pending' }));
      assert.ok(waits && first && parent);
      const content = world.writer.text(chat.topic);
      const [written = '', added = '', tied = '', before = '', done = '', after = ''] =
        await callsIn(
          ...([world, chat, 'Tie them'] as const),
          updatePlan(revisionOf(chat), [waits, first, parent] as never),
          { name: 'add_subtask', input: { parent_id: parent.id, content } },
          dependency(waits.id, first.id),
          AVAILABLE,
          setStatus(first.id, 'completed'),
          AVAILABLE,
        );
      world.wrote(chat, [waits, first, parent]);
      assertAccepted(written, chat);
      const child: FieldStep = {
        ...{ id: /\[([^\s\]]+)\]/.exec(added)?.[1] ?? '', description: content },
        status: 'pending',
      };
      world.wrote(chat, [waits, first, parent, child]);
      assertAccepted(added, chat);
      world.wrote(chat, [{ ...waits, status: 'blocked' }, first, parent, child]);
      assertAccepted(tied, chat);
      assert.ok(!before.includes(`[${waits.id}]`), `offered, though it waits: ${before}`);
      assert.ok(before.includes(`[${first.id}]`), `not offered: ${before}`);
      world.wrote(chat, [waits, { ...first, status: 'completed' }, parent, child]);
      assertAccepted(done, chat);
      assert.ok(after.includes(`[${waits.id}]`), `not offered, though it is free: ${after}`);
      // Whole lists, which the other actions write, know nothing of parents.
      const flat = world.writer.newSteps(chat.topic);
      const [last = ''] = await callsIn(world, chat, 'Anew', updatePlan(revisionOf(chat), flat));
      world.wrote(chat, flat);
      assertAccepted(last, chat);
      return String(chat);
    },
  },
];
