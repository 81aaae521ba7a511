import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ErrorNote } from '../../components/error-note.js';
import { Icon } from '../../components/icons.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { MailStep } from './mail-step.js';
import { NameStep } from './name-step.js';
import { OutletsStep } from './outlets-step.js';
import { RulesStep } from './rules-step.js';
import type { Step } from './setup-steps.js';
import type { StepProps } from './step-props.js';
import { TimeStep } from './time-step.js';
import { TokenStep } from './token-step.js';
import { useSetup, type Setup } from './use-setup.js';
import './start.css';

const CONTENT: Readonly<Record<Step, (props: StepProps) => React.ReactNode>> = {
  name: NameStep,
  time: TimeStep,
  outlets: OutletsStep,
  mail: MailStep,
  rules: RulesStep,
  token: TokenStep,
};
const TONES = { done: 'ok', skipped: 'quiet', open: 'quiet' } as const;

/** The guided setup: one step after another, each of which can be skipped and done later. */
export default function StartPage() {
  const setup = useSetup();
  return (
    <Page title={words.titles.start}>
      {!setup.isReady && !setup.error && <Loading />}
      <ErrorNote error={setup.error} />
      {setup.isReady && <Steps setup={setup} />}
    </Page>
  );
}

function Steps({ setup }: { readonly setup: Setup }) {
  const navigate = useNavigate();
  // The first open step when the page is opened; later the one that the user is at.
  const [at, setAt] = useState<Step | undefined>(() => setup.next());
  const { steps, passed } = setup;
  const leave = (): void => setup.finish(() => void navigate('/'));
  return (
    <>
      <Text>{words.setup.text(passed.size, steps.length)}</Text>
      <ol className="setup-steps">
        {steps.map((step, place) => (
          <StepRow
            key={step}
            step={step}
            number={place + 1}
            setup={setup}
            isOpen={step === at}
            onToggle={() => setAt(step === at ? undefined : step)}
            onDone={() => {
              setup.pass(step);
              setAt(setup.next(step));
            }}
          />
        ))}
      </ol>
      <Group gap="sm">
        <Button variant={passed.size === steps.length ? 'filled' : 'default'} loading={setup.isBusy} onClick={leave}>
          {passed.size === steps.length ? words.setup.finish : words.setup.dismiss}
        </Button>
        {passed.size < steps.length && (
          <Text size="sm" c="dimmed">
            {words.setup.dismissText}
          </Text>
        )}
      </Group>
    </>
  );
}

interface StepRowProps {
  readonly step: Step;
  readonly number: number;
  readonly setup: Setup;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onDone: () => void;
}

function StepRow({ step, number, setup, isOpen, onToggle, onDone }: StepRowProps) {
  const { title, help } = words.setup.steps[step];
  const state = setup.stateOf(step);
  const Content = CONTENT[step];
  useEffect(() => {
    // The next step comes into view, with the focus where the user continues.
    if (isOpen) document.getElementById(`step-${step}`)?.focus({ preventScroll: false });
  }, [isOpen, step]);
  return (
    <li className="panel setup-step" data-open={isOpen || undefined}>
      <h2>
        <button type="button" id={`step-${step}`} aria-expanded={isOpen} onClick={onToggle} className="setup-head">
          <span className="setup-number">{number}</span>
          <span>{title}</span>
          <StateLabel tone={TONES[state]}>{words.setup.states[state]}</StateLabel>
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        </button>
      </h2>
      {isOpen && (
        <div className="setup-body">
          <Text size="sm" c="dimmed" mb="sm">
            {help}
          </Text>
          <Content onDone={onDone} isPassed={state !== 'open'} />
        </div>
      )}
    </li>
  );
}
